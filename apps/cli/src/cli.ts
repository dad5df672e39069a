import yargs from 'yargs'

import manifest from '../package.json' with { type: 'json' }
import { boardCommand } from './commands/board/command.ts'
import { contractsCommand } from './commands/contracts/command.ts'
import { factsCommand } from './commands/facts/command.ts'
import { validateCommand } from './commands/validate/command.ts'
import { SCHEMAS } from './commands/validate/options.ts'
import type { ValidateArguments } from './commands/validate/request.ts'
import { completeContractIds } from './completion.ts'
import { withErrorBoundary } from './error-boundary.ts'
import { CannotRun, type ExitStatus } from './exit-status.ts'
import type { CommandContext } from './context.ts'

/** Runs one command line. Never throws for what a caller can mend: that is told on stderr, and the status is 2. */
export const runCli = (args: readonly string[], context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(async () => {
    let status: ExitStatus = 0
    const exitWith = (code: ExitStatus) => {
      status = code
    }
    await parseCommandLine(args, context, exitWith, async (request) => {
      const { validate } = await import('./commands/validate/validate.ts')
      exitWith(await validate(request, context))
    })
    return status
  }, context)

/** Has yargs read the command line, and the command that it names do its work. */
export async function parseCommandLine(
  args: readonly string[],
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
  validate: (args: ValidateArguments) => Promise<void>,
): Promise<void> {
  await yargs()
    .scriptName('workbench')
    .usage('$0 <command>\n\nChecks the JSON artifacts that agents hand each other against their contracts.')
    .options(SCHEMAS)
    .command(validateCommand(validate))
    .command(contractsCommand(context, exitWith))
    .command(boardCommand(context))
    .command(factsCommand(context))
    .completion(
      'completion',
      'Print a script that completes this command in your shell',
      completeContractIds(context),
    )
    .demandCommand(1, 'Name a command')
    .parserConfiguration({ 'parse-positional-numbers': false, 'duplicate-arguments-array': false })
    .strictCommands()
    .strictOptions()
    .recommendCommands()
    .wrap(Math.min(context.stdout.columns ?? 100, 120))
    .version(manifest.version)
    .epilogue('Exit status: 0 all valid, 1 an artifact has violations, 2 it could not run.')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      const reason = message ?? error?.message ?? 'the command line was not understood'
      throw new CannotRun(`${reason}; see workbench --help`)
    })
    .parseAsync(args, {}, (_error, _argv, output) => {
      if (output) context.stdout.write(`${output}\n`)
    })
}
