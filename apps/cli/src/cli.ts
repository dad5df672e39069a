import { escapeText } from '@workbench/contracts'
import yargs, { type Argv, type CommandModule } from 'yargs'

import manifest from '../package.json' with { type: 'json' }
import { AGENT_PROGRAMS } from './agent-program.ts'
import { checkOptions } from './check-options.ts'
import { agentProgramCommand } from './commands/agent-program-command.ts'
import { boardCommand } from './commands/board/command.ts'
import { contractsCommand, contractsCommands } from './commands/contracts/command.ts'
import { fixCommand } from './commands/fix/command.ts'
import { factsCommand } from './commands/facts/command.ts'
import { doctorCommand } from './commands/doctor/command.ts'
import { initCommand } from './commands/init/command.ts'
import { validateCommand } from './commands/validate/command.ts'
import type { ValidateArguments } from './commands/validate/request.ts'
import { loadExpandPaths } from './commands/validate/load-expand-paths.ts'
import { completionCommand } from './commands/completion/command.ts'
import { commandLineOf } from './commands/completion/command-line.ts'
import { complete } from './commands/completion/complete.ts'
import { COMPLETE_OPTION } from './commands/completion/scripts.ts'
import type { CommandContext } from './context.ts'
import { withErrorBoundary } from './error-boundary.ts'
import { helpWidth } from './help/help-width.ts'
import { writeText } from './output/write.ts'
import { rejectEmptyPaths } from './paths.ts'
import { MESSAGES, usageError, withHelpOption, withoutSeparator } from './usage-errors.ts'
import type { ExitStatus } from './exit-status.ts'

/** Parses a command line with yargs and runs the command. Prints user errors to stderr and returns 2. */
export const runCli = (args: readonly string[], context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(async () => {
    if (args[0] === COMPLETE_OPTION) return printCompletions(args.slice(1), context)
    let status: ExitStatus = 0
    const exitWith = (code: ExitStatus) => {
      status = code
    }
    const words = withHelpOption(withoutSeparator(args))
    await parseCommandLine(words, context, exitWith, async (validateArgs, colored) => {
      const { validate } = await import('./commands/validate/validate.ts')
      exitWith(await validate(validateArgs, colored, loadExpandPaths))
    })
    return status
  }, context)

/** Parses a command line with yargs, which calls the handler of the command. */
export async function parseCommandLine(
  args: readonly string[],
  processContext: CommandContext,
  exitWith: (status: ExitStatus) => void,
  validate: Validate,
): Promise<void> {
  const context = withOwnEnvironment(processContext)
  /** The types of yargs lack the second parameter. */
  const prepare = (argv: Record<string, unknown>, command: Argv) => {
    useLastValues(argv)
    rejectEmptyPaths([argv['schemas'] as string | undefined])
    checkOptions(argv, command, args)
    setColor(context.env, argv['color'])
  }
  const parser = yargs()
    .scriptName('workbench')
    .usage('$0 <command>\n\nValidates the JSON artifacts that agents exchange against their contracts.')
    .option('schemas', {
      type: 'string',
      requiresArg: true,
      global: true,
      describe: 'Directory of the contract files [else WORKBENCH_SCHEMAS, the project, or the built-in ones]',
    })
    .option('color', {
      type: 'boolean',
      global: true,
      describe: 'Print colors, or not with --no-color [else on terminals only]',
    })
    .command(commandModules(context, exitWith, validate))
    .demandCommand(1, 'Name a command')
    .parserConfiguration({ 'parse-positional-numbers': false })
    .updateStrings(MESSAGES)
    .middleware(prepare as never, true)
    .strictCommands()
    .strictOptions()
    .wrap(helpWidth(context.stdout.columns))
    .alias('help', 'h')
    .version(manifest.version)
    .alias('version', 'V')
    .epilogue('Exit status: 0 all valid, 1 an artifact has violations, 2 the command could not run.')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      throw usageError(message ?? error?.message ?? 'Invalid command line', args, context.cwd)
    })
  if (args.length === 0) {
    writeText(context.stdout, `${await parser.getHelp()}\n`)
    exitWith(2)
    return
  }
  await parser.parseAsync(args, {}, (_error, _argv, output) => {
    if (output) writeText(context.stdout, `${output}\n`)
  })
}

type Validate = (args: ValidateArguments, context: CommandContext) => Promise<void>

const commandModules = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
  validate: Validate,
) =>
  [
    validateCommand((args) => validate(args, context)),
    fixCommand(context, exitWith),
    contractsCommand(context, exitWith),
    boardCommand(context, exitWith),
    factsCommand(context, exitWith),
    initCommand(context, exitWith),
    doctorCommand(context, exitWith),
    completionCommand(context),
    ...AGENT_PROGRAMS.map(agentProgramCommand),
  ] as unknown as CommandModule[]

function printCompletions(words: readonly string[], context: CommandContext): ExitStatus {
  const nothing = () => undefined
  const modules = commandModules(context, nothing, () => Promise.resolve())
  const trees = modules.map((module) => ({
    module,
    subcommands: module.command === 'contracts' ? contractsCommands(context, nothing) : [],
  }))
  for (const word of complete(words, commandLineOf(trees, context)))
    writeText(context.stdout, `${escapeText(word)}\n`)
  return 0
}

type OwnEnvironment = CommandContext & { readonly env: Record<string, string | undefined> }

/** The same context with a copy of the environment. Its streams are still created at the first access. */
const withOwnEnvironment = (context: CommandContext): OwnEnvironment =>
  Object.create(context, { env: { value: { ...context.env } } }) as OwnEnvironment

/** The option wins against the variables. */
function setColor(env: Record<string, string | undefined>, color: unknown): void {
  if (typeof color !== 'boolean') return
  env['NO_COLOR'] = color ? '' : '1'
  env['FORCE_COLOR'] = color ? '1' : '0'
}

/** The last value of an option that is repeated, except of those with several values. */
function useLastValues(argv: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(argv))
    if (Array.isArray(value) && !['_', '--', 'ignore', 'agent'].includes(name)) argv[name] = value.at(-1)
}
