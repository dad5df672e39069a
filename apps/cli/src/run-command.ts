import { parseFastArgs } from './commands/validate/fast-args.ts'
import type { CommandContext } from './context.ts'
import type { ExitStatus } from './exit-status.ts'

/** Runs the most frequent command without yargs: loading it takes longer than validating an artifact. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<ExitStatus> {
  const values = parseFastArgs(args)
  if (values) return (await import('./commands/validate/validate.ts')).runValidate(values, context)
  return (await import('./cli.ts')).runCli(args, context)
}
