import { findProjectRoot, openArea } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { withErrorBoundary } from '../../error-boundary.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { REPORTERS } from '../../reporters/reporters.ts'
import { statusOf } from '../../reporters/reporter.ts'
import { openOwnContracts } from '../contracts/own-contracts.ts'
import { artifactValidator } from './artifact-validator.ts'
import type { ValidateValues } from './options.ts'
import { inputsOf } from './inputs.ts'
import { withProgress } from './progress.ts'
import { toRequest } from './request.ts'
import { resultsOf } from './results-of.ts'

/** Runs `validate` without yargs, for values that `parseFastArgs` returned. */
export const runValidate = (values: ValidateValues, context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(() => validate(values, context), context)

/** Validates each file against its contract. Prints an error for each file that cannot be read, and continues. */
export async function validate(values: ValidateValues, context: CommandContext): Promise<ExitStatus> {
  const { schemas, ndjson = false, format = 'text', quiet: isQuiet = false } = values
  const request = toRequest(values, context.cwd)
  const contracts = openOwnContracts(schemas, context)
  const area = openArea(findProjectRoot(context))
  const validateText = artifactValidator(request, contracts, area)
  if (ndjson) {
    const { validateNdjson } = await import('./validate-ndjson.ts')
    return validateNdjson(validateText, request, context)
  }
  const inputs = await inputsOf(request, context)
  const counted = isQuiet ? inputs : withProgress(inputs, context.stderr)
  const results = await resultsOf(counted, { id: request.id }, context, (file, bytes) => {
    const result = validateText(bytes)
    // The bytes of valid artifacts are not kept in memory.
    return { file, ...result, ...(!result.valid && { bytes }) }
  })
  REPORTERS[format](results, context, { isQuiet })
  return statusOf(results)
}
