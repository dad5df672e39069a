import yargs from 'yargs'

import manifest from '../package.json' with { type: 'json' }
import { boardCommand } from './commands/board/command.ts'
import { contractsCommand } from './commands/contracts/command.ts'
import { fixCommand } from './commands/fix/command.ts'
import { factsCommand } from './commands/facts/command.ts'
import { validateCommand } from './commands/validate/command.ts'
import type { ValidateArguments } from './commands/validate/request.ts'
import { loadExpandPaths } from './commands/validate/load-expand-paths.ts'
import { completeContractIds } from './completion.ts'
import type { CommandContext } from './context.ts'
import { withErrorBoundary } from './error-boundary.ts'
import { writeText } from './output/write.ts'
import { CannotRun, type ExitStatus } from './exit-status.ts'

/** Parses a command line with yargs and runs the command. Prints user errors to stderr and returns 2. */
export const runCli = (args: readonly string[], context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(async () => {
    let status: ExitStatus = 0
    const exitWith = (code: ExitStatus) => {
      status = code
    }
    await parseCommandLine(args, context, exitWith, async (validateArgs) => {
      const { validate } = await import('./commands/validate/validate.ts')
      exitWith(await validate(validateArgs, context, loadExpandPaths))
    })
    return status
  }, context)

/** Parses a command line with yargs, which calls the handler of the command. */
export async function parseCommandLine(
  args: readonly string[],
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
  validate: (args: ValidateArguments) => Promise<void>,
): Promise<void> {
  await yargs()
    .scriptName('workbench')
    .usage('$0 <command>\n\nValidates the JSON artifacts that agents exchange against their contracts.')
    .option('schemas', {
      type: 'string',
      requiresArg: true,
      global: true,
      describe: 'Directory of the contract files [else WORKBENCH_SCHEMAS, the project, or the built-in ones]',
    })
    .command(validateCommand(validate))
    .command(fixCommand(context, exitWith))
    .command(contractsCommand(context, exitWith))
    .command(boardCommand(context))
    .command(factsCommand(context, exitWith))
    .completion('completion', 'Print a shell completion script', completeContractIds(context))
    .demandCommand(1, 'Name a command')
    .parserConfiguration({ 'parse-positional-numbers': false })
    .middleware(useLastValues, true)
    .strictCommands()
    .strictOptions()
    .recommendCommands()
    .wrap(Math.min(context.stdout.columns ?? 100, 120))
    .version(manifest.version)
    .epilogue('Exit status: 0 all valid, 1 an artifact has violations, 2 the command could not run.')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      const reason = message ?? error?.message ?? 'invalid command line'
      throw new CannotRun(`${reason}; see workbench --help`)
    })
    .parseAsync(args, {}, (_error, _argv, output) => {
      if (output) writeText(context.stdout, `${output}\n`)
    })
}

/** The last value of an option that is repeated, except of `--ignore`, which has several. */
function useLastValues(argv: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(argv))
    if (Array.isArray(value) && !['_', '--', 'ignore'].includes(name)) argv[name] = value.at(-1)
}
