import { type AgentEvent, isRecord } from './parse-event.ts'
import { patchedPaths } from './patched-paths.ts'
import { shellWriteTargets } from './shell-write-targets.ts'

/** Tools of this plugin. They never write an invalid artifact. */
const WORKBENCH_TOOLS = new Set(['blackboard_write', 'memory_write', 'contract_validate'])

/** Names of tools that only read. An invalid artifact that was only read must not block the agent. */
const READING_TOOL =
  /^(read|view|get|list|ls|search|grep|glob|find|fetch|web|todo|task|open|notebookread)(?![a-z])/i
const WRITING_TOOL = /write|replace|edit|update|create|delete|move|rename|patch|insert|append|save/i

/** Names of arguments whose value is a path, in different agents. */
const PATH_ARGUMENT =
  /^(file_?path|path|notebook_?path|absolute_?path|target_?file|file|file_?name|uri|destination|new_?path|files|paths)$/i

/** Names of arguments whose value is a shell command, or a patch. */
const COMMAND_ARGUMENT = /^(command|cmd)$/i
const PATCH_ARGUMENT = /^(input|patch|command|cmd|diff)$/i

/** Nesting depth of lists of objects in the arguments, as lists of edits or of files. */
const MAX_DEPTH = 3

/** The paths that a tool wrote or is about to write, as spelled in the event. */
export function writtenPaths({ tool, input }: AgentEvent): string[] {
  if (WORKBENCH_TOOLS.has(tool) || (READING_TOOL.test(tool) && !WRITING_TOOL.test(tool))) return []
  const paths = typeof input === 'string' ? patchedPaths(input) : isRecord(input) ? pathsIn(input, 0) : []
  return [...new Set(paths)].map(fromFileUrl)
}

function pathsIn(args: Readonly<Record<string, unknown>>, depth: number): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const parts = (Array.isArray(value) ? value : [value]) as unknown[]
    const strings = parts.filter((part) => typeof part === 'string')
    return [
      ...(PATH_ARGUMENT.test(name) ? strings : []),
      ...(PATCH_ARGUMENT.test(name) ? strings.flatMap(patchedPaths) : []),
      // A list is a command with its arguments; one of them can be a shell script, as in ["bash", "-c", script].
      ...(COMMAND_ARGUMENT.test(name)
        ? [strings.join(' '), ...strings.slice(1)].flatMap(shellWriteTargets)
        : []),
      ...(Array.isArray(value) && depth < MAX_DEPTH
        ? parts.filter(isRecord).flatMap((part) => pathsIn(part, depth + 1))
        : []),
    ]
  })
}

/** Converts a `file:` URL to a path; returns any other text unchanged. */
function fromFileUrl(text: string): string {
  if (!text.startsWith('file://')) return text
  try {
    return decodeURIComponent(new URL(text).pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return text
  }
}
