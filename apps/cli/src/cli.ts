import { escapeText } from '@workbench/contracts'
import yargs from 'yargs'

import manifest from '../package.json' with { type: 'json' }
import { checkOptions } from './command-line/check-options.ts'
import { type CommandTree, loadCommands } from './command-line/command-tree.ts'
import type { Declarations, Values } from './command-line/define-command.ts'
import { GLOBAL_OPTIONS } from './command-line/global-options.ts'
import { declareOptions, registerCommands } from './command-line/register-commands.ts'
import { MESSAGES, usageError, withHelpOption, withoutSeparator } from './command-line/usage-errors.ts'
import { COMMANDS } from './commands/commands.ts'
import { complete } from './commands/completion/complete.ts'
import { COMPLETE_OPTION } from './commands/completion/scripts.ts'
import type { CommandContext } from './context.ts'
import { withErrorBoundary } from './error-boundary.ts'
import type { ExitStatus } from './exit-status.ts'
import { writeText } from './output/write.ts'

/** Parses a command line with yargs and runs the command. Prints user errors to stderr and returns 2. */
export const runCli = (args: readonly string[], context: CommandContext): Promise<ExitStatus> =>
  withErrorBoundary(async () => {
    const tree = await loadCommands(COMMANDS)
    if (args[0] === COMPLETE_OPTION) return printCompletions(args.slice(1), tree, context)
    return runCommandLine(withHelpOption(withoutSeparator(args, tree), tree), tree, context)
  }, context)

/** Parses a command line with yargs, and runs the command of the tree that it names. */
export async function runCommandLine(
  args: readonly string[],
  tree: CommandTree,
  context: CommandContext,
): Promise<ExitStatus> {
  let status: ExitStatus = 0
  const parser = registerCommands(declareOptions(yargs(), GLOBAL_OPTIONS), tree, async (command, values) => {
    status = await command.run(values, withColor(context, values))
  })
    .scriptName('workbench')
    .usage('$0 <command>\n\nValidates the JSON artifacts that agents exchange against their contracts.')
    .demandCommand(1, 'Name a command')
    .parserConfiguration({ 'parse-positional-numbers': false, 'camel-case-expansion': false })
    .updateStrings(MESSAGES)
    .middleware((argv) => checkOptions(argv, args, tree), true)
    .strictCommands()
    .wrap(Math.min(context.stdout.columns ?? 100, 120))
    .alias('help', 'h')
    .version(manifest.version)
    .alias('version', 'V')
    .epilogue('Exit status: 0 all valid, 1 an artifact has violations, 2 the command could not run.')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      throw usageError(message ?? error?.message ?? 'Invalid command line', args, tree, context.cwd)
    })
  if (args.length === 0) {
    writeText(context.stdout, `${await parser.getHelp()}\n`)
    return 2
  }
  await parser.parseAsync(args, {}, (_error, _argv, output) => {
    if (output) writeText(context.stdout, `${output}\n`)
  })
  return status
}

function printCompletions(words: readonly string[], tree: CommandTree, context: CommandContext): ExitStatus {
  for (const word of complete(words, tree, context)) writeText(context.stdout, `${escapeText(word)}\n`)
  return 0
}

/** The option wins against the variables. The streams of the context are still created at the first access. */
function withColor(context: CommandContext, { color }: Values<Declarations>): CommandContext {
  if (color === undefined) return context
  const env = { ...context.env, NO_COLOR: color ? '' : '1', FORCE_COLOR: color ? '1' : '0' }
  return Object.create(context, { env: { value: env } }) as CommandContext
}
