import type { Argv, CommandModule } from 'yargs'

import { argumentsUsage, type CommandTree, takesValue } from './command-tree.ts'
import type { Command, Declarations, Values } from './define-command.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'

/** Runs a command with the values of its command line. */
type Run = (command: Command, values: Values<Declarations>) => Promise<void>

/** The group of the commands that are declared. */
interface Group {
  /** The words before the names of the commands. */
  readonly path: readonly string[]
  /** The command that runs if none is named. */
  readonly default?: string
}

/** Declares commands for yargs. */
export function registerCommands(
  parser: Argv,
  tree: CommandTree,
  run: Run,
  group: Group = { path: [] },
): Argv {
  for (const [name, entry] of tree) {
    if (!('tree' in entry)) {
      parser.command(toModule(name, entry, run, group))
      continue
    }
    const path = [...group.path, name]
    const builder = (below: Argv) =>
      registerCommands(below, entry.tree, run, { path, default: entry.default })
    parser.command({ command: name, describe: entry.describe, builder, handler: () => undefined })
  }
  return parser
}

/** Declares options. One that takes a value is an error without it. */
export function declareOptions(parser: Argv, options: Declarations): Argv {
  for (const [name, option] of Object.entries(options))
    parser.option(name, { ...option, requiresArg: takesValue(option) })
  return parser
}

function toModule(name: string, command: Command, run: Run, group: Group): CommandModule {
  const path = [...group.path, name]
  const { describe, details, arguments: declared = {}, options = {}, words, examples = [] } = command
  const usage = argumentsUsage(command)
  const signature = [name, ...(words === undefined && usage !== '' ? [usage] : [])].join(' ')
  return {
    command: name === group.default ? [signature, '$0'] : signature,
    describe,
    builder: (parser) => {
      if (details !== undefined)
        parser.usage(`${['$0', ...path, ...(usage === '' ? [] : [usage])].join(' ')}\n\n${details}`)
      for (const [argument, declaration] of Object.entries(declared))
        parser.positional(argument, declaration as never)
      declareOptions(parser, options)
      for (const [line, description] of examples) parser.example(line, description)
      return words === undefined ? parser : parser.strictCommands(false)
    },
    handler: async (argv) => {
      const names = [declared, options, GLOBAL_OPTIONS].flatMap((each) => Object.keys(each))
      const values = Object.fromEntries(names.map((each) => [each, argv[each]]))
      const given = words === undefined ? [] : argv._.slice(path.length).map(String)
      await run(command, { ...values, words: given } as unknown as Values<Declarations>)
    },
  }
}
