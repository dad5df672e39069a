import { openContracts } from '@workbench/contracts'

import { type CommandContext, waitForDrain } from '../../context.ts'
import { withErrorBoundary } from '../../error-boundary.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { createReporter } from '../../reporters/create-reporter.ts'
import { writeError } from '../../output/write.ts'
import { filesOf, readInput } from './inputs.ts'
import { startProgress } from './progress.ts'
import { toRequest, type ValidateArguments } from './request.ts'

/** Runs `validate` without yargs, for arguments that `parseFastArgs` returned. */
export const runValidate = (args: ValidateArguments, context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(() => validate(args, context), context)

/** Validates each file against the contract. Prints an error for each file that cannot be read, and continues. */
export async function validate(args: ValidateArguments, context: CommandContext): Promise<ExitStatus> {
  const request = toRequest(args)
  const { id, format, directory } = request
  const contract = openContracts({ directory, env: context.env, cwd: context.cwd }).get(id)
  if (format === 'ndjson') {
    const { validateNdjson } = await import('./validate-ndjson.ts')
    return validateNdjson(contract, request, context)
  }
  const reporter = await createReporter(format, context)
  const progress = await startProgress(request, context)
  let status: ExitStatus = 0
  for await (const files of filesOf(request, context)) {
    for (const named of files) {
      const reading = typeof named === 'string' ? readInput(named, context) : named
      const input = reading instanceof Promise ? await reading : reading
      const { file } = input
      if ('error' in input) {
        status = 2
        writeError(context.stderr, `cannot read ${file}: ${input.error}`)
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
