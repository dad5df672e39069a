import { existsSync } from 'node:fs'

import { listArea, type ListedFile } from '../list-files.ts'
import { pathInArea, type WorkingArea } from '../working-area.ts'
import { findChanges, pathOf } from './find-changes.ts'
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

/** The files of the working area that an event of an agent is about. */
export interface FilesOfEvent {
  /** What the agent wrote, or names without having been told of it. */
  readonly own: readonly OwnFile[]
  /** What another agent or an unknown one wrote, and of which the agent was not told. */
  readonly others: readonly OthersFile[]
  /** Named by the tool, but neither: the agent was told. */
  readonly known: readonly string[]
}

export interface OwnFile extends ListedFile {
  /** Whether the agent wrote it since its last event, as far as is known. */
  readonly isChanged: boolean
}

export interface OthersFile extends ListedFile {
  /** Absent if it is not known. */
  readonly writer?: Writer | undefined
}

/** When a session starts: what is there was written by others. */
export function beginSession(area: WorkingArea, { session }: Writer): void {
  if (!existsSync(pathInArea(area))) return
  updateWriterState(area, (state) => {
    state.calls = state.calls.filter(({ writer }) => writer.session !== session)
    const { changed } = findChanges(area, state, listArea(area))
    attribute(state, changed, runningBy(state))
    if (state.calls.length > 0) return
    // Told when the agent stops: to validate all of them after the first tool would take too long.
    for (const path of changed) delete fileAt(state, path).isUnchecked
  })
}

/**
 * Before a tool runs.
 * @param canCreate whether the tool can create the working area
 * @returns whether it is the first one of its session
 */
export function beginTool(area: WorkingArea, tool: ToolRun, canCreate: boolean): boolean {
  if (!canCreate && !existsSync(pathInArea(area))) return false
  return updateWriterState(area, (state) => {
    const { changed } = findChanges(area, state, listArea(area))
    attribute(state, changed, runningBy(state))
    state.calls.push(newCall(tool))
    const isFirst = !state.sessions.includes(tool.writer.session)
    state.sessions.push(tool.writer.session)
    return isFirst
  })
}

/** After a tool ran. */
export function endTool(area: WorkingArea, tool: ToolRun): FilesOfEvent {
  if (!existsSync(pathInArea(area))) return { own: [], others: [], known: [] }
  return updateWriterState(area, (state) => {
    const listed = listArea(area)
    const changes = findChanges(area, state, listed)
    const begun = state.calls.find((call) => isCallOf(call, tool))
    state.calls = state.calls.filter((call) => call !== begun)
    const call = begun ? { ...begun, names: tool.names } : newCall(tool)
    attribute(state, changes.changed, [call, ...runningBy(state)])
    const { names, writes = [] } = tool
    const rewritten = [...changes.rewritten.filter((path) => names.includes(path)), ...writes]
    for (const path of rewritten) if (state.files.has(path)) fileAt(state, path).writer = call.writer
    return filesAfter(state, call, rewritten, listed)
  })
}

/**
 * When an agent is about to stop. The agent is held for what it wrote, whether it was told or not.
 * @returns all files of the working area, but for those of others of which it was told, or that do not concern it
 */
export function endTurn(area: WorkingArea, writer: Writer): FilesOfEvent {
  if (!existsSync(pathInArea(area))) return { own: [], others: [], known: [] }
  return updateWriterState(area, (state) => {
    const listed = listArea(area)
    const isTracked = state.sessions.includes(writer.session)
    state.calls = state.calls.filter((call) => !isEndedBy(call.writer, writer))
    const implied = isTracked ? [] : [newCall({ writer, names: [] })]
    attribute(state, findChanges(area, state, listed).changed, [...implied, ...runningBy(state)])
    const me = keyOf(writer)
    return sortFiles(state, listed, new Set(), (_path, { writer: other, told = [] }) => {
      if (other && keyOf(other) === me) return 'own'
      return (writer.subagent === undefined || !other) && !told.includes(me) ? 'others' : undefined
    })
  })
}

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
      delete file.isUnchecked
      if (valid) delete file.isInvalid
      // The next event without a session can be that of another agent, so that the file is new for it.
      else if (keyOf(writer) === UNKNOWN) files.delete(path)
      else {
        file.isInvalid = true
        file.told = [...new Set([...(file.told ?? []), keyOf(writer)])]
      }
    }
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

const isCallOf = (call: ToolCall, { id, writer }: ToolRun): boolean =>
  call.id === id && keyOf(call.writer) === keyOf(writer)

/** The main agent stops after its subagents. */
const isEndedBy = (writer: Writer, stopped: Writer): boolean =>
  writer.session === stopped.session && (stopped.subagent ?? writer.subagent) === writer.subagent

/** One running tool of each agent. */
function runningBy({ calls }: WriterState): ToolCall[] {
  const byWriter = new Map<string, ToolCall>()
  for (const call of calls) if (!byWriter.has(keyOf(call.writer))) byWriter.set(keyOf(call.writer), call)
  return [...byWriter.values()]
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
): FilesOfEvent {
  const me = keyOf(writer)
  const isMain = writer.subagent === undefined
  const [changed, named, unclear] = [new Set([...own, ...rewritten]), new Set(names), new Set(shared)]
  return sortFiles(state, listed, changed, (path, { writer: other, isUnchecked, isInvalid, told = [] }) => {
    if (changed.has(path)) return 'own'
    const isOwn = other !== undefined && keyOf(other) === me
    if (!told.includes(me)) {
      if (named.has(path) && !unclear.has(path) && (!other || isOwn)) return 'own'
      const isNews = unclear.has(path) || named.has(path) || (isMain && (isUnchecked ?? isInvalid))
      if (isNews === true && !isOwn) return 'others'
    }
    return named.has(path) ? 'known' : undefined
  })
}

/** @param kindOf what a file is for the agent; undefined if it does not concern it */
function sortFiles(
  state: WriterState,
  listed: readonly ListedFile[],
  changed: ReadonlySet<string>,
  kindOf: (path: string, file: KnownFile) => keyof FilesOfEvent | undefined,
): FilesOfEvent {
  const all = listed.map((file) => {
    const path = pathOf(file)
    const known = fileAt(state, path)
    return { file, path, writer: known.writer, kind: kindOf(path, known) }
  })
  const ofKind = (name: keyof FilesOfEvent) => all.filter(({ kind }) => kind === name)
  return {
    own: ofKind('own').map(({ file, path }) => ({ ...file, isChanged: changed.has(path) })),
    others: ofKind('others').map(({ file, writer }) => ({ ...file, writer })),
    known: ofKind('known').map(({ path }) => path),
  }
}

/** The state of a listed file. */
function fileAt({ files }: WriterState, path: string): KnownFile {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is not listed`)
  return file
}
