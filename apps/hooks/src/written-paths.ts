import { type AgentEvent, isRecord } from './event.ts'
import { patchedPaths } from './patch.ts'
import { pathsWrittenByShell } from './shell.ts'

/** Tools that have judged what they wrote already. */
const OUR_TOOLS = new Set(['blackboard_write', 'memory_write', 'contract_validate'])

/** Tools that only look: a broken artifact that is looked at does not go back to who looks. */
const READERS = /^(read|view|get|list|ls|search|grep|glob|find|fetch|web|todo|task|notebookread)/i

/** Arguments that hold a path, in the spellings of different agents. */
const PATH_NAMES =
  /^(file_?path|path|notebook_?path|absolute_?path|target_?file|file|file_?name|uri|destination|new_?path)$/i

/** Arguments that hold a shell command, and those that hold a patch. */
const COMMAND_NAMES = /^(command|cmd)$/i
const PATCH_NAMES = /^(input|patch|command|cmd|diff)$/i

/** The paths that a tool has written, or is about to write, as the event spells them. */
export function writtenPaths({ tool, input }: AgentEvent): string[] {
  if (OUR_TOOLS.has(tool) || READERS.test(tool)) return []
  const paths = typeof input === 'string' ? patchedPaths(input) : isRecord(input) ? pathsIn(input) : []
  return [...new Set(paths)].map(asPath)
}

/** Looks at the arguments and, where one is a list of edits or files, at theirs. */
function pathsIn(args: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]) as unknown[]
    const strings = texts.filter((text) => typeof text === 'string')
    return [
      ...(PATH_NAMES.test(name) || /^(files|paths)$/i.test(name) ? strings : []),
      ...(PATCH_NAMES.test(name) ? strings.flatMap(patchedPaths) : []),
      ...(COMMAND_NAMES.test(name) ? pathsWrittenByShell(strings.join(' ')) : []),
      ...(Array.isArray(value) ? texts.filter(isRecord).flatMap(pathsIn) : []),
    ]
  })
}

/** A path without the spelling of an address. */
function asPath(text: string): string {
  if (!text.startsWith('file://')) return text
  try {
    return decodeURIComponent(new URL(text).pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return text
  }
}
