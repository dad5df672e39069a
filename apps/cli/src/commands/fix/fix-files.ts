import { findProjectRoot, fixArtifact, writeFiles } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { toJson } from '../../output/write.ts'
import { absolutePath } from '../../paths.ts'
import { openOwnContracts } from '../contracts/own-contracts.ts'
import { fromVerdict, statusOf } from '../../reporters/reporter.ts'
import { expandPaths } from '../validate/expand-paths.ts'
import { isContract, STDIN } from '../validate/request.ts'
import { resultsOf } from '../validate/results-of.ts'
import type { FixValues } from './options.ts'
import { type FixedFile, printFix, toJsonResult } from './report-fix.ts'

/**
 * Fixes files one by one, which the words name as those of `validate`. A file that cannot be fixed does not stop the others.
 * The fixed text of standard input is printed on standard output, and messages then on standard error.
 */
export async function fixFiles(
  { words, schemas, write, format }: FixValues,
  context: CommandContext,
): Promise<ExitStatus> {
  const { cwd, env, stdout } = context
  const contracts = openOwnContracts(schemas, context)
  const [first = ''] = words
  const named = isContract(first, { isOnlyInput: words.length === 1, cwd })
    ? contracts.get<string>(first).id
    : undefined
  const paths = named === undefined ? words : words.slice(1)
  if (paths.length === 0) throw new CannotRun('Name a file to fix, or - for standard input')
  const inputs = expandPaths(paths, cwd)
  const results = await resultsOf(inputs, { action: 'fix' }, context, (file, bytes): FixedFile => {
    const { verdict, ...fixed } = fixArtifact(contracts, bytes, named)
    const isWritten = write && file !== STDIN && fixed.text !== fixed.original
    if (isWritten) {
      const change = { path: absolutePath(file, cwd), text: fixed.text, before: bytes }
      writeFiles(findProjectRoot({ env, cwd }), [change])
    }
    const result = { file, ...fixed, ...fromVerdict(verdict), isWritten }
    if (format === 'text') printFix(result, context)
    return result
  })
  const status = statusOf(results)
  if (format === 'json')
    stdout.write(`${toJson({ valid: status === 0, results: results.map(toJsonResult) })}\n`)
  return status
}
