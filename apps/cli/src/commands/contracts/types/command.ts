import { resolve } from 'node:path'

import { escapeText, openContracts } from '@workbench/contracts'
import { packagedContracts, pluralize } from '@workbench/contracts/internal'
import { findProjectRoot, writeFiles } from '@workbench/workspace'

import { defineCommand, text } from '../../../command-line/define-command.ts'
import { CannotRun } from '../../../exit-status.ts'
import { writeError, writeText } from '../../../output/write.ts'
import { readIfExists } from '../../../paths.ts'
import { requireContracts, requireOwnDirectory } from '../own-contracts.ts'
import { NOTE, declarationsOf } from './declarations.ts'

/** Prints TypeScript declarations of one's own contracts, or writes them to a file, which must be new or one of its own. */
export const command = defineCommand({
  describe: "Write TypeScript types of one's own contracts, with which the library narrows",
  options: { out: text('Output file, for example src/contract-types.ts [else standard output]') },
  run: ({ schemas, out }, { stdout, stderr, env, cwd }) => {
    const contracts = requireContracts(requireOwnDirectory(openContracts({ directory: schemas, env, cwd })))
    const builtIn = openContracts({ directory: packagedContracts(), env: {}, cwd }).ids
    const hiding = contracts.ownIds.filter((id) => builtIn.includes(id))
    const declarations = declarationsOf(contracts, hiding)
    if (out === undefined) stdout.write(declarations)
    else {
      const path = resolve(cwd, out)
      if (readIfExists(path)?.includes(NOTE) === false)
        throw new CannotRun(
          `${out} was not made by this command, and would be lost; name another file with --out`,
        )
      writeFiles(findProjectRoot({ env, cwd }), [{ path, text: declarations }])
      writeText(stdout, `types of ${pluralize(contracts.ownIds.length, 'contract')} in ${escapeText(out)}\n`)
    }
    if (hiding.length > 0)
      writeError(stderr, `get() keeps the built-in types of ${hiding.join(', ')}: import the written ones`)
    return 0
  },
})
