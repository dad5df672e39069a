import { existsSync } from 'node:fs'

import { listArea, type ListedFile } from '../list-files.ts'
import { pathInArea, type WorkingArea } from '../working-area.ts'
import { type Changes, findChanges } from './find-changes.ts'
import { keyOf, UNKNOWN, type Writer } from './writer.ts'
import { type KnownFile, type ToolCall, updateWriterState, type WriterState } from './writer-state.ts'

/*
 * Who wrote a file of the working area. What changes between the event before a tool and the one after it was changed by
 * this tool: a file that its arguments name is its own, another one too, unless a tool of another agent ran at the same
 * time. An agent without an event before its tools gets what changed since the last event.
 */

/** A tool of an agent, as one of its events describes it. */
export interface ToolRun {
  readonly writer: Writer
  readonly id?: string | undefined
  /** The files of the working area that its arguments name, by their paths in it, with slashes. */
  readonly names: readonly string[]
  /** Those of them that it is known to write, because that is what the tool does. */
  readonly writes?: readonly string[]
}

/** A file of the working area that an event of an agent is about. */
export interface EventFile extends ListedFile {
  /**
   * `own`: the agent wrote it, or names it without having been told of it. `others`: another agent or an unknown one wrote it,
   * and the agent was not told.
   */
  readonly kind: 'own' | 'others'
  /** Whether the agent wrote it since its last event, as far as is known. */
  readonly isChanged: boolean
  /** Absent if it is not known. */
  readonly writer?: Writer | undefined
}

/** When a session starts: what is there was written by others. */
export const beginSession = (area: WorkingArea, { session }: Writer): void =>
  update(area, undefined, (state, { changed }) => {
    state.calls = state.calls.filter(({ writer }) => writer.session !== session)
    attribute(state, changed, runningBy(state))
    if (state.calls.length > 0) return
    // Told when the agent stops: to validate all of them after the first tool would take too long.
    for (const path of changed) fileAt(state, path).isSettled = true
  })

/**
 * Before a tool runs.
 * @param canCreate whether the tool can create the working area
 * @returns whether it is the first one of its session
 */
export function beginTool(area: WorkingArea, tool: ToolRun, canCreate: boolean): boolean {
  const begin = (state: WriterState, { changed }: Changes): boolean => {
    attribute(state, changed, runningBy(state))
    state.calls.push(newCall(tool))
    const isFirst = !state.sessions.includes(tool.writer.session)
    state.sessions.push(tool.writer.session)
    return isFirst
  }
  return update(area, false, begin, canCreate)
}

/** After a tool ran. Sorted by path. */
export const endTool = (area: WorkingArea, tool: ToolRun): EventFile[] =>
  update(area, [], (state, changes, listed) => {
    const isCall = ({ id, writer }: ToolCall): boolean =>
      id === tool.id && keyOf(writer) === keyOf(tool.writer)
    const calls = state.calls.filter(isCall)
    // Calls without ids are told apart by the files that they name.
    const begun = calls.find((call) => call.names.join() === tool.names.join()) ?? calls[0]
    state.calls = state.calls.filter((call) => call !== begun)
    const call = begun ? { ...begun, names: tool.names } : newCall(tool)
    attribute(state, changes.changed, [call, ...runningBy(state)])
    const { names, writes = [] } = tool
    const rewritten = [...changes.rewritten.filter((path) => names.includes(path)), ...writes]
    for (const path of rewritten) if (state.files.has(path)) fileAt(state, path).writer = call.writer
    return filesAfter(state, call, rewritten, listed)
  })

/**
 * When an agent is about to stop. The agent is held for what it wrote, whether it was told or not.
 * @returns all files of the working area, but for those of others of which it was told, or that do not concern it; sorted by path
 */
export const endTurn = (area: WorkingArea, writer: Writer): EventFile[] =>
  update(area, [], (state, { changed }, listed) => {
    state.calls = state.calls.filter((call) => !isEndedBy(call.writer, writer))
    const implied = state.sessions.includes(writer.session) ? [] : [newCall({ writer, names: [] })]
    attribute(state, changed, [...implied, ...runningBy(state)])
    const me = keyOf(writer)
    return sortFiles(state, listed, new Set(), (_path, { writer: other, isSettled, told = [] }) => {
      if (other && keyOf(other) === me) return 'own'
      // A subagent can have written it with a program in the background, if it is new and no agent was told of it.
      const canBeOwn = !other && isSettled !== true && told.length === 0
      return (writer.subagent === undefined || canBeOwn) && !told.includes(me) ? 'others' : undefined
    })
  })

/** Records what an agent is told: which files of the event are invalid. Paths are those in the working area. */
export function recordVerdicts(
  area: WorkingArea,
  writer: Writer,
  verdicts: readonly { readonly path: string; readonly valid: boolean }[],
): void {
  if (verdicts.length === 0 || !existsSync(pathInArea(area))) return
  updateWriterState(area, ({ files }) => {
    for (const { path, valid } of verdicts) {
      const file = files.get(path)
      if (!file) continue
      file.isSettled = valid
      if (valid) continue
      // The next event without a session can be that of another agent, so that the file is new for it.
      if (keyOf(writer) === UNKNOWN) files.delete(path)
      else file.told = [...new Set([...(file.told ?? []), keyOf(writer)])]
    }
  })
}

/**
 * Changes the state after the files of the working area were compared with it.
 * @param none the result without a working area
 */
const update = <Result>(
  area: WorkingArea,
  none: Result,
  change: (state: WriterState, changes: Changes, listed: readonly ListedFile[]) => Result,
  canCreate = false,
): Result => {
  if (!canCreate && !existsSync(pathInArea(area))) return none
  return updateWriterState(area, (state) => {
    const listed = listArea(area)
    return change(state, findChanges(area, state, listed), listed)
  })
}

const newCall = ({ id, writer, names }: ToolRun): ToolCall => ({
  ...(id !== undefined && { id }),
  writer,
  started: Date.now(),
  names,
  own: [],
  shared: [],
})

/** The main agent stops after its subagents. */
const isEndedBy = (writer: Writer, stopped: Writer): boolean =>
  writer.session === stopped.session && (stopped.subagent ?? writer.subagent) === writer.subagent

/** One running tool of each agent. */
const runningBy = ({ calls }: WriterState): ToolCall[] => {
  const keys = calls.map(({ writer }) => keyOf(writer))
  return calls.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

/** Decides which of the tools that were running wrote each changed file. The first one is that of the event. */
function attribute(state: WriterState, changed: readonly string[], running: readonly ToolCall[]): void {
  const [first] = running
  const isOne = new Set(running.map(({ writer }) => keyOf(writer))).size === 1
  for (const path of changed) {
    const isNamed = ({ names }: ToolCall): boolean => names.includes(path)
    const call = running.find(isNamed) ?? state.calls.find(isNamed) ?? (isOne ? first : undefined)
    if (call) {
      call.own.push(path)
      fileAt(state, path).writer = call.writer
    } else for (const { shared } of running) shared.push(path)
  }
}

function filesAfter(
  state: WriterState,
  { writer, own, shared, names }: ToolCall,
  rewritten: readonly string[],
  listed: readonly ListedFile[],
): EventFile[] {
  const me = keyOf(writer)
  const [changed, named, unclear] = [new Set([...own, ...rewritten]), new Set(names), new Set(shared)]
  return sortFiles(state, listed, changed, (path, { writer: other, isSettled, told = [] }) => {
    if (changed.has(path)) return 'own'
    if (told.includes(me)) return undefined
    const isOwn = other !== undefined && keyOf(other) === me
    if (named.has(path) && !unclear.has(path) && (!other || isOwn)) return 'own'
    const isNews = unclear.has(path) || named.has(path) || (!writer.subagent && isSettled !== true)
    return isNews && !isOwn ? 'others' : undefined
  })
}

/** @param kindOf what a file is for the agent; undefined if it does not concern it */
const sortFiles = (
  state: WriterState,
  listed: readonly ListedFile[],
  changed: ReadonlySet<string>,
  kindOf: (path: string, file: KnownFile) => EventFile['kind'] | undefined,
): EventFile[] =>
  listed.flatMap((file) => {
    const known = fileAt(state, file.path)
    const kind = kindOf(file.path, known)
    return kind ? [{ ...file, kind, isChanged: changed.has(file.path), writer: known.writer }] : []
  })

/** The state of a listed file. */
function fileAt({ files }: WriterState, path: string): KnownFile {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is not listed`)
  return file
}
