import type { CommandContext } from '../../context.ts'
import { withErrorBoundary } from '../../error-boundary.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { listContracts } from './list-contracts.ts'

/** `workbench contracts` without arguments, without yargs: loading it takes longer than the list. */
export const runContractList = (context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(() => {
    listContracts({ format: 'text', directory: undefined }, context)
    return Promise.resolve(0)
  }, context)
