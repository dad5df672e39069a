import { isObject } from '@workbench/contracts'

/** The members of an event. */
export type Members = Readonly<Record<string, unknown>>

/**
 * Tools of this plugin, which never write an invalid artifact. Agents put the name of the server before the name of a
 * tool, each in its own way: `mcp__plugin_workbench-core_workbench__memory_write`, `mcp__workbench__memory_write`,
 * `mcp_workbench_memory_write`, `workbench-memory_write`, `@workbench/memory_write`.
 */
const PLUGIN_TOOL =
  /^(mcp_{1,2}|@)?(plugin_workbench-core_)?workbench(__|_|-|\/)(blackboard_write|blackboard_read|memory_write|memory_read|contract_validate|contract_show)$/

/**
 * Names of tools that only read, or wait for a subagent, which writes with tools of its own. An invalid artifact that was
 * only read must not block the agent.
 */
const READING_TOOL =
  /^(fs_)?(read|view|get|list|ls|search|grep|glob|find|fetch|web|todo|task|(spawn_|invoke_|wait_)?agent|open|notebookread)(?![a-z])/i
const WRITING_TOOL = /write|replace|edit|update|create|delete|move|rename|patch|insert|append|save/i

/** Tools that always have a path or a command. Without one the event is malformed. */
const FILE_TOOL =
  /^(Write|Edit|MultiEdit|NotebookEdit|Bash|apply_patch|write_file|run_shell_command|create_file)$/

/** Names of arguments whose value is no path, unless they also say that it is one, as `script_path`. */
const TEXT_ARGUMENT =
  /text|content|string|code|script|command|cmd|patch|diff|body|message|prompt|query|pattern|description|title|summary|reason|instruction|^input$/i
const PATH_ARGUMENT = /path|file|uri|destination|target/i

/** Names of arguments whose value is a program, and names of those whose value can be a patch. */
const PROGRAM_ARGUMENT = /^(command(_?line)?|cmd|code|script)$/i
const PATCH_ARGUMENT = /^(input|patch|command|cmd|diff)$/i

/** Names of arguments whose value is the folder in which a command runs, or to which paths are relative. */
const FOLDER_ARGUMENT =
  /^(cwd|work_?dir|working_?directory|directory|dir_?path|root|project|project_?(path|root|dir))$/i

interface ToolCall {
  /** Name of the tool; empty if the event names none. */
  readonly tool: string
  readonly input: unknown
}

/** Whether a tool is known to write no artifact that has to be validated. */
export const isReadOnly = (tool: string): boolean =>
  PLUGIN_TOOL.test(tool) || (READING_TOOL.test(nameOf(tool)) && !WRITING_TOOL.test(nameOf(tool)))

/** Without the name of its server. */
const nameOf = (tool: string): string => tool.split('__').at(-1) ?? ''

/** The value of the first of these members that an object has: agents name them differently. */
export const firstMember = (object: Members, ...names: readonly string[]): unknown =>
  names.map((name) => object[name]).find((value) => value !== undefined)

/** What the arguments of a tool name. */
export interface ToolTargets {
  /** The files that it is known to write, as spelled in the event. */
  readonly written: readonly string[]
  /** The values of arguments that are a folder. */
  readonly folders: readonly string[]
  /** All strings, and the paths in patches. */
  readonly texts: readonly string[]
  /** Whether a path or a command is missing that the event must name. */
  readonly isIncomplete: boolean
}

export function toolTargets({ tool, input }: ToolCall): ToolTargets {
  const args = typeof input === 'string' ? [['patch', input] as const] : [...stringsIn(input)]
  const patched = args.flatMap(([name, text]) => (PATCH_ARGUMENT.test(name) ? patchedPaths(text) : []))
  const values = args.flatMap(([name, text]) => (isPathArgument(name) && !text.includes('\n') ? [text] : []))
  const paths = [...new Set([...values, ...patched])]
  // A tool without a name can be any. An editor can have a command that only shows a file.
  const isWriting =
    tool === '' || (WRITING_TOOL.test(nameOf(tool)) && !(isObject(input) && input['command'] === 'view'))
  return {
    written: isWriting ? paths : patched,
    folders: args.flatMap(([name, text]) => (FOLDER_ARGUMENT.test(name) ? [text] : [])),
    texts: [...args.map(([, text]) => text), ...patched],
    isIncomplete:
      paths.length === 0 &&
      !args.some(([name]) => PROGRAM_ARGUMENT.test(name)) &&
      (tool === '' || FILE_TOOL.test(tool)),
  }
}

const isPathArgument = (name: string): boolean => PATH_ARGUMENT.test(name) || !TEXT_ARGUMENT.test(name)

/** The strings in the arguments at any depth, each with its name; also names of members, which can be paths. */
export function* stringsIn(input: unknown): Generator<readonly [name: string, text: string]> {
  const rest: [name: string, value: unknown][] = [['', input]]
  for (let entry = rest.pop(); entry !== undefined; entry = rest.pop()) {
    const [name, value] = entry
    if (typeof value === 'string') yield [name, value]
    else if (Array.isArray(value)) for (const item of value as unknown[]) rest.push([name, item])
    else if (isObject(value))
      for (const [member, part] of Object.entries(value)) {
        if (/\.json$/i.test(member)) yield ['path', member]
        rest.push([member, part])
      }
  }
}

/** The paths that a patch writes; in the format of `apply_patch`, or a unified diff. */
const patchedPaths = (text: string): string[] =>
  [...text.matchAll(/^(?:\*\*\* (?:Add File|Update File|Move to): |\+\+\+ (?:b\/)?)([^\r\n\t]+)/gm)]
    .map(([, path = '']) => path.trim())
    .filter((path) => path !== '/dev/null')
