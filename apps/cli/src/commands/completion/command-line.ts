import { openContracts } from '@workbench/contracts'
import yargs, { type CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { CommandLine, Option } from './complete.ts'

/** A command with the commands below it. */
interface CommandTree {
  readonly module: CommandModule
  readonly subcommands: readonly CommandModule[]
}

/** Options of `workbench` itself. */
const GLOBAL_OPTIONS: readonly Option[] = [
  { name: 'help', takesValue: false, choices: [] },
  { name: 'version', takesValue: false, choices: [] },
  { name: 'color', takesValue: false, choices: [] },
  { name: 'no-color', takesValue: false, choices: [] },
  { name: 'schemas', takesValue: true, choices: [] },
]

/** Describes the command line by the declarations of the commands. */
export function commandLineOf(commands: readonly CommandTree[], { env, cwd }: CommandContext): CommandLine {
  const modules = new Map<string, CommandModule>()
  for (const { module, subcommands } of commands) {
    modules.set(nameOf(module), module)
    for (const subcommand of subcommands) modules.set(`${nameOf(module)} ${nameOf(subcommand)}`, subcommand)
  }
  return {
    commands: commands.map(({ module }) => nameOf(module)),
    options: GLOBAL_OPTIONS,
    optionsOf: (command) => optionsOf(modules.get(command)),
    subcommandsOf: (command) =>
      commands.find(({ module }) => nameOf(module) === command)?.subcommands.map(nameOf) ?? [],
    contractIds: (directory) => contractIds(directory, env, cwd),
  }
}

/** None if there are no contracts: completion prints no errors. */
function contractIds(
  directory: string | undefined,
  env: CommandContext['env'],
  cwd: string,
): readonly string[] {
  try {
    return openContracts({ directory, env, cwd }).ids
  } catch {
    return []
  }
}

const nameOf = ({ command }: CommandModule): string => [command ?? []].flat()[0]?.split(' ')[0] ?? ''

interface DeclaredOptions {
  readonly key: Readonly<Record<string, unknown>>
  readonly boolean: readonly string[]
  readonly choices: Readonly<Record<string, readonly string[]>>
}

function optionsOf(module: CommandModule | undefined): Option[] {
  if (typeof module?.builder !== 'function') return []
  const parser = yargs().help(false).version(false)
  void module.builder(parser)
  const declared = (parser as unknown as { getOptions(): DeclaredOptions }).getOptions()
  const groups = (parser as unknown as { getGroups(): Record<string, readonly string[]> }).getGroups()
  const positionals = groups['Positionals:'] ?? []
  return Object.keys(declared.key)
    .filter((name) => !positionals.includes(name))
    .map((name) => ({
      name,
      takesValue: !declared.boolean.includes(name),
      choices: declared.choices[name] ?? [],
    }))
}
