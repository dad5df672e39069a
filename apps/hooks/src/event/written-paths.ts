import { type AgentEvent, isRecord } from './parse-event.ts'
import { patchedPaths } from './patched-paths.ts'
import { shellWriteTargets } from './shell-write-targets.ts'

/** Tools that have judged what they wrote already. */
const WORKBENCH_TOOLS = new Set(['blackboard_write', 'memory_write', 'contract_validate'])

/** Tools that only look: a broken artifact that is looked at does not go back to who looks. */
const READING_TOOL =
  /^(read|view|get|list|ls|search|grep|glob|find|fetch|web|todo|task|open|notebookread)(?![a-z])/i
const WRITING_TOOL = /write|replace|edit|update|create|delete|move|rename|patch|insert|append|save/i

/** Arguments that hold a path, in the spellings of different agents. */
const PATH_ARGUMENT =
  /^(file_?path|path|notebook_?path|absolute_?path|target_?file|file|file_?name|uri|destination|new_?path|files|paths)$/i

/** Arguments that hold a shell command, and those that hold a patch. */
const COMMAND_ARGUMENT = /^(command|cmd)$/i
const PATCH_ARGUMENT = /^(input|patch|command|cmd|diff)$/i

/** Levels of arguments that are looked into: lists of edits or of files. */
const MAX_DEPTH = 3

/** The paths that a tool has written, or is about to write, as the event spells them. */
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
      // A list is a command and its arguments; the last may be a script for a shell.
      ...(COMMAND_ARGUMENT.test(name)
        ? [strings.join(' '), ...strings.slice(1)].flatMap(shellWriteTargets)
        : []),
      ...(Array.isArray(value) && depth < MAX_DEPTH
        ? parts.filter(isRecord).flatMap((part) => pathsIn(part, depth + 1))
        : []),
    ]
  })
}

/** A path without the spelling of an address. */
function fromFileUrl(text: string): string {
  if (!text.startsWith('file://')) return text
  try {
    return decodeURIComponent(new URL(text).pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return text
  }
}
