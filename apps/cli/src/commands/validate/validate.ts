import { openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea } from '@workbench/workspace'

import { type CommandContext, waitForDrain } from '../../context.ts'
import { withErrorBoundary } from '../../error-boundary.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { createReporter } from '../../reporters/create-reporter.ts'
import { writeError } from '../../output/write.ts'
import { artifactValidator } from './artifact-validator.ts'
import type { ValidateValues } from './options.ts'
import { filesOf, readInput } from './inputs.ts'
import { startProgress } from './progress.ts'
import { toRequest } from './request.ts'

/** Runs `validate` without yargs, for values that `parseFastArgs` returned. */
export const runValidate = (values: ValidateValues, context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(() => validate(values, context), context)

/** Validates each file against its contract. Prints an error for each file that cannot be read, and continues. */
export async function validate(values: ValidateValues, context: CommandContext): Promise<ExitStatus> {
  const request = toRequest(values, context.cwd)
  const { id, format, directory } = request
  const contracts = openContracts({ directory, env: context.env, cwd: context.cwd })
  const area = openArea(findProjectRoot(context))
  const validateText = artifactValidator(contracts, { id, area, hasDeliverables: request.hasDeliverables })
  if (format === 'ndjson') {
    const { validateNdjson } = await import('./ndjson/validate-ndjson.ts')
    return validateNdjson(validateText, request, context)
  }
  const reporter = await createReporter(format, context, { isQuiet: request.isQuiet })
  const progress = await startProgress(request, context)
  let status: ExitStatus = 0
  for await (const files of filesOf(request, context)) {
    for (const named of files) {
      const reading = typeof named === 'string' ? readInput(named, context) : named
      const input = reading instanceof Promise ? await reading : reading
      const { file } = input
      const result = 'error' in input ? input : validateText(input.bytes)
      if ('error' in result) {
        status = 2
        const action = 'error' in input ? 'read' : 'validate'
        writeError(context.stderr, `cannot ${action} ${file}: ${result.error}`)
        reporter.add({ file, schema: id, error: result.error })
      } else {
        if (!result.verdict.valid && status === 0) status = 1
        reporter.add({ file, ...result, ...('bytes' in input && { bytes: input.bytes }) })
      }
      if (context.stdout.writableNeedDrain) await waitForDrain(context.stdout)
      progress.advance()
    }
  }
  progress.stop()
  reporter.end()
  return status
}
