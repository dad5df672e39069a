import { findProjectRoot, fixArtifact, writeFiles } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { toJson, writeError } from '../../output/write.ts'
import { absolutePath, rejectEmptyPaths } from '../../paths.ts'
import { openOwnContracts } from '../contracts/own-contracts.ts'
import { fromVerdict, type Result, statusOf, unreadFile } from '../../reporters/reporter.ts'
import { expandPaths } from '../validate/expand-paths.ts'
import { readInput, reasonOf } from '../validate/inputs.ts'
import { isContract, STDIN } from '../validate/request.ts'
import type { FixValues } from './command.ts'
import { type FixedFile, printFix, toJsonResult } from './report-fix.ts'

/**
 * Fixes files one by one, which the words name as those of `validate`. A file that cannot be fixed does not stop the others.
 * The fixed text of standard input is printed on standard output, and messages then on standard error.
 */
export async function fixFiles(
  { words, schemas, write, format }: FixValues,
  context: CommandContext,
): Promise<ExitStatus> {
  const { cwd, env, stdout, stderr } = context
  rejectEmptyPaths(words)
  const contracts = openOwnContracts(schemas, context)
  const [first = ''] = words
  const named = isContract(first, { isOnlyInput: words.length === 1, cwd })
    ? contracts.get<string>(first).id
    : undefined
  const paths = named === undefined ? words : words.slice(1)
  if (paths.length === 0) throw new CannotRun('Name a file to fix, or - for standard input')
  const results: (FixedFile | Result)[] = []
  for (const { file, error } of expandPaths(paths, cwd))
    results.push(error === undefined ? await fixFile(file) : unread(file, error))
  const status = statusOf(results)
  if (format === 'json')
    stdout.write(`${toJson({ valid: status === 0, results: results.map(toJsonResult) })}\n`)
  return status

  async function fixFile(file: string): Promise<FixedFile | Result> {
    try {
      const bytes = await readInput(file, context)
      const { verdict, before: _, ...fixed } = fixArtifact(contracts, bytes, named)
      const isWritten = write && file !== STDIN && fixed.text !== fixed.original
      if (isWritten) {
        const change = { path: absolutePath(file, cwd), text: fixed.text, before: bytes }
        writeFiles(findProjectRoot({ env, cwd }), [change])
      }
      const result = { file, ...fixed, ...fromVerdict(verdict), isWritten }
      if (format === 'text') printFix(result, context)
      return result
    } catch (error) {
      return unread(file, reasonOf(error))
    }
  }

  function unread(file: string, error: string): Result {
    writeError(stderr, `cannot fix ${file}: ${error}`)
    return unreadFile(file, error)
  }
}
