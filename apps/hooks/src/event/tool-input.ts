import { isObject } from '@workbench/contracts'

import type { AgentEvent } from './parse-event.ts'
import { patchedPaths } from './patched-paths.ts'

/**
 * Tools of this plugin, which never write an invalid artifact. Agents put the name of the server before the name of a
 * tool, each in its own way: `mcp__plugin_workbench-core_workbench__memory_write`, `mcp__workbench__memory_write`,
 * `mcp_workbench_memory_write`, `workbench-memory_write`.
 */
const PLUGIN_TOOL =
  /^(mcp_{1,2})?(plugin_workbench-core_)?workbench(__|_|-)(blackboard_write|memory_write|memory_read|contract_validate|contract_show)$/

/** Names of tools that only read. An invalid artifact that was only read must not block the agent. */
const READING_TOOL =
  /^(read|view|get|list|ls|search|grep|glob|find|fetch|web|todo|task|open|notebookread)(?![a-z])/i
const WRITING_TOOL = /write|replace|edit|update|create|delete|move|rename|patch|insert|append|save/i

/** Tools that always have a path or a command. Without one the event is malformed. */
const FILE_TOOL =
  /^(Write|Edit|MultiEdit|NotebookEdit|Bash|apply_patch|write_file|run_shell_command|create_file)$/

/** Names of arguments whose value is a path, in different agents. */
const PATH_ARGUMENT =
  /^(file_?path|path|notebook_?path|absolute_?path|target_?file|file|file_?name|uri|destination|new_?path|files|paths)$/i

/** Names of arguments whose value is a program, and names of those whose value can be a patch. */
const PROGRAM_ARGUMENT = /^(command|cmd|code|script)$/i
const PATCH_ARGUMENT = /^(input|patch|command|cmd|diff)$/i

/** Names of arguments whose value is the folder in which a command runs. */
const FOLDER_ARGUMENT = /^(cwd|work_?dir|working_?directory|directory|dir_?path)$/i

/** Nesting depth of objects in the arguments, as in lists of edits or of files. */
const MAX_DEPTH = 3

/** Whether a tool is known to write no artifact that has to be validated. */
export function isReadOnly({ tool }: AgentEvent): boolean {
  const name = tool.split('__').at(-1) ?? ''
  return PLUGIN_TOOL.test(tool) || (READING_TOOL.test(name) && !WRITING_TOOL.test(name))
}

/** What the arguments of a tool name. */
export interface ToolTargets {
  /** The values of arguments that are a path, and the paths in patches; as spelled in the event. */
  readonly paths: readonly string[]
  /** The values of arguments that are a folder. */
  readonly folders: readonly string[]
}

/** Undefined if the event must name a path or a command, and does not. */
export function toolTargets({ tool, input }: AgentEvent): ToolTargets | undefined {
  const args = typeof input === 'string' ? [['patch', input] as const] : argumentsIn(input)
  const paths = args.flatMap(([name, text]) => [
    ...(PATH_ARGUMENT.test(name) ? [text] : []),
    ...(PATCH_ARGUMENT.test(name) ? patchedPaths(text) : []),
  ])
  const isEmpty = paths.length === 0 && !args.some(([name]) => PROGRAM_ARGUMENT.test(name))
  if (isEmpty && (tool === '' || FILE_TOOL.test(tool))) return undefined
  const folders = args.flatMap(([name, text]) => (FOLDER_ARGUMENT.test(name) ? [text] : []))
  return { paths: [...new Set(paths)], folders }
}

/** The names and values of all arguments that are strings or lists of strings. */
function argumentsIn(input: unknown, depth = 0): (readonly [name: string, text: string])[] {
  if (!isObject(input) || depth > MAX_DEPTH) return []
  return Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((part) =>
      typeof part === 'string' ? [[name, part] as const] : argumentsIn(part, depth + 1),
    ),
  )
}

/** All strings in the arguments of a tool, at any depth. */
export function* stringsIn(input: unknown): Generator<string> {
  const rest = [input]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string') yield value
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) rest.push(part)
  }
}
