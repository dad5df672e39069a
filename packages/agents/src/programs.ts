/** The commands that agents start. Each is a bundle of its own, because the hook starts at every write of an agent. */
export const AGENT_PROGRAMS = ['hook', 'mcp'] as const

export type AgentProgram = (typeof AGENT_PROGRAMS)[number]

/** The words that start `workbench`. By default, it is on the path. */
export const COMMANDS = ['workbench', 'npx --no workbench', 'yarn workbench'] as const

/** How agents start the programs of this command. */
export interface Installation {
  /** Folder with the programs, relative to the project's root, with slashes; undefined if only the command is known. */
  readonly folder: string | undefined
  readonly command?: (typeof COMMANDS)[number]
}

/** The script that starts a program of the package, in the project's root. */
export const START_SCRIPT = '.workbench/start.cjs'

/** A shell command. `root` is what the agent's shell expands to the project's root, such as `${GEMINI_PROJECT_DIR}`. */
export const shellCommand = (
  { folder, command = 'workbench' }: Installation,
  program: AgentProgram,
  root?: string,
): string =>
  folder === undefined ? `${command} ${program}` : `node "${inRoot(root)}${START_SCRIPT}" ${program}`

/** Program and arguments, without a shell. `root` is what the agent replaces by the project's root. */
export function serverCommand({ folder, command: words = 'workbench' }: Installation, root?: string) {
  if (folder !== undefined) return { command: 'node', args: [inRoot(root) + START_SCRIPT, 'mcp'] }
  const [command = '', ...args] = words.split(' ')
  return { command, args: [...args, 'mcp'] }
}

const inRoot = (root: string | undefined): string => (root === undefined ? '' : `${root}/`)

/** Whether a command line starts a program of this package or of the plugin, perhaps in a way that `init` does not write. */
export const startsProgram = (commandLine: string, program: AgentProgram): boolean =>
  new RegExp(
    String.raw`(?<![\w-])(workbench(\.cmd)?|\.workbench[\\/]start\.cjs)["']? ${program}(?![\w-])|${PACKAGE}[\\/](.*[\\/])?${program}\.c?js\b`,
  ).test(commandLine)

/** The folder of the package, of its build in a repository, or of the plugin. */
const PACKAGE = String.raw`(?<![\w-])(@workbench[\\/]cli|apps[\\/]cli[\\/]dist|workbench-core)`
