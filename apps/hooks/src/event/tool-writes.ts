import { quote } from '../shell/quote.ts'
import { shellWrites } from '../shell/shell-writes.ts'
import { type AgentEvent, isRecord } from './parse-event.ts'
import { patchedPaths } from './patched-paths.ts'

/** What a tool wrote or is about to write, as far as its arguments show it. */
export interface ToolWrites {
  /** As spelled in the event. */
  readonly paths: readonly string[]
  /** The shell commands and programs that it runs. */
  readonly scripts: readonly string[]
  /** The folders that the scripts enter, relative to the current directory. */
  readonly folders: readonly string[]
  /** Whether the scripts may also write files that are not in `paths`. */
  readonly mayWriteOthers: boolean
}

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

/** Names of arguments whose value is a shell command, a program in another language, or a patch. */
const COMMAND_ARGUMENT = /^(command|cmd)$/i
const PROGRAM_ARGUMENT = /^(code|script)$/i
const PATCH_ARGUMENT = /^(input|patch|command|cmd|diff)$/i

/** Names of arguments whose value is the folder in which a shell command runs. */
const FOLDER_ARGUMENT = /^(cwd|work_?dir|working_?directory|directory|dir_?path)$/i

/** Nesting depth of objects in the arguments, as in lists of edits or of files. */
const MAX_DEPTH = 3

const NO_WRITES: ToolWrites = { paths: [], scripts: [], folders: [], mayWriteOthers: false }

/** Undefined if the event must name what the tool writes, and does not. */
export function toolWrites({ tool, input }: AgentEvent): ToolWrites | undefined {
  const name = tool.split('__').at(-1) ?? ''
  if (PLUGIN_TOOL.test(tool) || (READING_TOOL.test(name) && !WRITING_TOOL.test(name))) return NO_WRITES
  const found: Found = { paths: [], scripts: [], folders: [], mayWriteOthers: false, isEmpty: true }
  if (typeof input === 'string') addPatch(input, found)
  else if (isRecord(input)) addArguments(input, found, 0)
  if (found.isEmpty && (tool === '' || FILE_TOOL.test(tool))) return undefined
  return { ...found, paths: [...new Set(found.paths)].map(fromFileUrl) }
}

interface Found {
  readonly paths: string[]
  readonly scripts: string[]
  readonly folders: string[]
  mayWriteOthers: boolean
  /** Whether no argument was a path, a command, a program or a patch. */
  isEmpty: boolean
}

function addArguments(args: Readonly<Record<string, unknown>>, found: Found, depth: number): void {
  const folder = Object.entries(args).find(([name]) => FOLDER_ARGUMENT.test(name))?.[1]
  for (const [name, value] of Object.entries(args)) {
    const parts = (Array.isArray(value) ? value : [value]) as unknown[]
    const strings = parts.filter((part) => typeof part === 'string')
    for (const text of strings) {
      if (PATH_ARGUMENT.test(name)) addPath(text, found)
      if (PATCH_ARGUMENT.test(name)) addPatch(text, found)
    }
    // A list is a command with its arguments, as in `["bash", "-c", script]`.
    if (COMMAND_ARGUMENT.test(name) && strings.length > 0 && !strings.some(isPatch))
      addScript(strings.length === 1 ? strings.join() : strings.map(quote).join(' '), folder, found)
    if (PROGRAM_ARGUMENT.test(name) && strings.length > 0) {
      found.scripts.push(...strings)
      found.mayWriteOthers = true
      found.isEmpty = false
    }
    if (depth < MAX_DEPTH) for (const part of parts.filter(isRecord)) addArguments(part, found, depth + 1)
  }
}

function addPath(path: string, found: Found): void {
  found.paths.push(path)
  found.isEmpty = false
}

function addPatch(text: string, found: Found): void {
  for (const path of patchedPaths(text)) addPath(path, found)
}

/** @param folder where the command runs, if it is a string */
function addScript(command: string, folder: unknown, found: Found): void {
  const script = typeof folder === 'string' ? `cd ${quote(folder)}\n${command}` : command
  const { targets, folders, mayWriteOthers } = shellWrites(script)
  for (const target of targets) found.paths.push(target)
  for (const entered of folders) found.folders.push(entered)
  found.scripts.push(script)
  found.mayWriteOthers ||= mayWriteOthers
  found.isEmpty = false
}

const isPatch = (text: string): boolean => text.startsWith('*** Begin Patch')

/** Converts a `file:` URL to a path; returns any other text unchanged. */
function fromFileUrl(text: string): string {
  if (!text.startsWith('file://')) return text
  try {
    return decodeURIComponent(new URL(text).pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return text
  }
}
