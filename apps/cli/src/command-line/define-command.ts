import type { InferredOptionTypes, Options } from 'yargs'

import type { CommandContext } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'

/** Arguments or options by their names on the command line, as yargs declares them. */
export type Declarations = Readonly<Record<string, Options & { readonly describe: string }>>

/** The values of declared arguments and options, and those that every command receives. */
export type Values<Declared extends Declarations> = Readonly<InferredOptionTypes<Declared>> & {
  /** Directory of the contracts; undefined to search for it. */
  readonly schemas: string | undefined
  /** Whether to print colors; undefined to decide by the terminal. */
  readonly color: boolean | undefined
  /** The words after the name of a command that declares `words`; else none. */
  readonly words: readonly string[]
}

/** A command: parsing, help, completion and usage errors derive from it. */
export interface Command<
  Arguments extends Declarations = Declarations,
  OwnOptions extends Declarations = Declarations,
> {
  /** One line for the list of commands. */
  readonly describe: string
  /** More text for the help of the command itself. */
  readonly details?: string
  /** The arguments in their order; `demandOption` for those that are required. */
  readonly arguments?: Arguments
  /** The usage of arguments that are all passed on as they are, in place of `arguments`: yargs would drop `-` and what follows `--`. */
  readonly words?: string
  readonly options?: OwnOptions
  /** Command lines, `$0` for the program, with what they do. */
  readonly examples?: readonly (readonly [commandLine: string, description: string])[]
  /** What to print if a required argument is missing, with an example. */
  readonly missingArguments?: string
  /** Runs the command. It loads the packages that only this command needs, so that other commands need not. */
  run(values: Values<Arguments & OwnOptions>, context: CommandContext): ExitStatus | Promise<ExitStatus>
}

/** A command that consists of others, as `contracts` does. */
export interface CommandGroup {
  readonly describe: string
  readonly commands: CommandTable
  /** The command that runs if none is named. */
  readonly default: string
}

/** Commands by their names, in the order of the help. Each is loaded when it is needed. */
export type CommandTable = Readonly<
  Record<string, () => Promise<{ readonly command: Command | CommandGroup }>>
>

/** An option without a value, which is false unless it is given. */
export const flag = (describe: string) => ({ type: 'boolean', default: false, describe }) as const

/** An option or argument that is text, and undefined unless it is given. */
export const text = (describe: string) => ({ type: 'string', describe }) as const

/** An argument that must be given, as text. */
export const requiredArgument = (describe: string) => ({ ...text(describe), demandOption: true }) as const

/** No declarations. */
type None = Readonly<Record<symbol, never>>

/** Infers the values that `run` receives from the declared arguments and options. */
export const defineCommand = <
  const Arguments extends Declarations = None,
  const OwnOptions extends Declarations = None,
>(
  command: Command<Arguments, OwnOptions>,
): Command<Arguments, OwnOptions> => command

/** Requires that the default is one of the commands. */
export const defineGroup = <Table extends CommandTable>(
  group: CommandGroup & { readonly commands: Table; readonly default: keyof Table },
): CommandGroup => group
