import { openContracts, escapeControlCharacters } from '@workbench/contracts'

import { withErrorBoundary } from '../../error-boundary.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { createReporter } from '../../reporters/create-reporter.ts'
import { waitForDrain, type CommandContext } from '../../context.ts'
import { filesOf, readInput } from './inputs.ts'
import { startProgress } from './progress.ts'
import { type ValidateArguments, toRequest } from './request.ts'

/** The command by itself, for a command line that yargs need not read. */
export const runValidate = (args: ValidateArguments, context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(() => validate(args, context), context)

/** Judges each file by the contract. A file that cannot be read is told, and the others are judged all the same. */
export async function validate(args: ValidateArguments, context: CommandContext): Promise<ExitStatus> {
  const request = toRequest(args)
  const { id, format, directory } = request
  const contract = openContracts({ directory, env: context.env, cwd: context.cwd }).get(id)
  if (format === 'ndjson') {
    const { validateNdjson: validateLines } = await import('./validate-ndjson.ts')
    return validateLines(contract, request, context)
  }
  const reporter = await createReporter(format, context)
  const progress = await startProgress(request, context)
  let status: ExitStatus = 0
  for await (const files of filesOf(request, context)) {
    for (const file of files) {
      const reading = readInput(file, context)
      const input = reading instanceof Promise ? await reading : reading
      if ('error' in input) {
        status = 2
        context.stderr.write(`workbench: cannot read ${escapeControlCharacters(file)}: ${input.error}\n`)
        reporter.add({ file, schema: id, error: input.error })
      } else {
        const verdict = contract.validateText(input.bytes)
        if (!verdict.valid && status === 0) status = 1
        reporter.add({ file, schema: id, verdict })
      }
      if (context.stdout.writableNeedDrain) await waitForDrain(context.stdout)
      progress.advance()
    }
  }
  progress.stop()
  reporter.end()
  return status
}
