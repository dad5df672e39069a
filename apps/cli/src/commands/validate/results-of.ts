import { UnreadableFileError } from '@workbench/contracts'

import type { CommandContext } from '../../context.ts'
import { writeError } from '../../output/write.ts'
import { type Result, unreadFile } from '../../reporters/reporter.ts'
import { readInput, reasonOf } from './inputs.ts'
import type { Input } from './request.ts'

/**
 * The results for files, which are read one by one. For one that cannot be used an error is printed, and the others continue.
 * @param action what the command does with a file, for the error. Default: read and validate
 * @param id the contract that was named for all files, if one was
 */
export async function resultsOf<FileResult extends Result>(
  inputs: Iterable<Input>,
  { action, id }: { readonly action?: 'fix' | 'export'; readonly id?: string | undefined },
  context: CommandContext,
  use: (file: string, bytes: Uint8Array) => FileResult,
): Promise<(FileResult | Result)[]> {
  const results: (FileResult | Result)[] = []
  for (const { file, error: unread } of inputs)
    try {
      if (unread !== undefined) throw new UnreadableFileError(unread)
      results.push(use(file, await readInput(file, context)))
    } catch (error) {
      const reason = reasonOf(error)
      const step = error instanceof UnreadableFileError ? 'read' : 'validate'
      writeError(context.stderr, `cannot ${action ?? step} ${file}: ${reason}`)
      results.push(unreadFile(file, reason, id))
    }
  return results
}
