import { resolve } from 'node:path'

import { bundleContracts, escapeText } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { findProjectRoot, writeFiles } from '@workbench/workspace'

import { defineCommand, flag, requiredArgument } from '../../command-line/define-command.ts'
import { writeError, writeText } from '../../output/write.ts'
import { readIfExists } from '../../paths.ts'
import { openOwnContracts } from './own-contracts.ts'

/**
 * Writes the schema of {@link bundleContracts} to a file. With `--check`, writes nothing: returns 1 if the file has another
 * content.
 */
export const command = defineCommand({
  describe: 'Write one schema for the artifacts of all contracts, for editors',
  arguments: { file: requiredArgument('Output file, for example .vscode/artifact.schema.json') },
  options: {
    check: flag('Write nothing; exit with 1 if the file is out of date'),
  },
  missingArguments: 'Name the output file: workbench contracts bundle .vscode/artifact.schema.json',
  run: ({ schemas, file, check }, { stdout, stderr, env, cwd }) => {
    const contracts = openOwnContracts(schemas, { env, cwd })
    const text = `${JSON.stringify(bundleContracts(contracts), null, 2)}\n`
    const path = resolve(cwd, file)
    if (check) {
      if (readIfExists(path) === text) return 0
      const option = schemas === undefined ? '' : ` --schemas ${schemas}`
      writeError(stderr, `${file} is out of date`)
      writeError(stderr, `write it with workbench contracts bundle${option} ${file}`)
      return 1
    }
    writeFiles(findProjectRoot({ env, cwd }), [{ path, text }])
    writeText(stdout, `${pluralize(contracts.ids.length, 'contract')} in ${escapeText(file)}\n`)
    return 0
  },
})
