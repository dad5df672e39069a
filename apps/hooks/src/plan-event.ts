import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { answersOf } from '@workbench/agents/events'
import {
  AREA_FOLDER,
  areaPath,
  attempt,
  beginSession,
  beginTool,
  endTool,
  endTurn,
  type FilesOfEvent,
  findProjectRoot,
  listArea,
  type ListedFile,
  listJsonFiles,
  nearestProject,
  openArea,
  otherWorktrees,
  type OwnFile,
  pathInArea,
  pathOf,
  type WorkingArea,
} from '@workbench/workspace'

import { blockMemoryWrite } from './block-memory-write.ts'
import type { AgentEvent } from './event/parse-event.ts'
import {
  allTargets,
  isEmptyBatch,
  isReadOnly,
  isWriting,
  toolTargets,
  type ToolTargets,
} from './event/tool-input.ts'
import { areaPathsIn, pathInAreaOf } from './paths/area-paths.ts'
import { namedFiles } from './paths/named-files.ts'
import { absolutePath, resolvePath, statOf } from './paths/resolve-path.ts'
import { promiseMessage } from './promise-message.ts'
import { emptyResponse, type HookContext, type HookResponse, rejection } from './response.ts'
import type { AreaTask, Task } from './task.ts'

/** Each path of an event takes some system calls. */
const MAX_PATHS = 5000

/**
 * Decides what to validate for one event of an agent, without the validator: most events concern no artifact.
 * @returns the response if there is nothing to validate
 */
export function planEvent(event: AgentEvent, context: HookContext): HookResponse | Task {
  switch (event.kind) {
    case 'harmless':
      return emptyResponse
    case 'start': {
      const root = findProjectRoot(context)
      // If it cannot be recorded what is there, the facts are told all the same.
      if (!event.isOfSubagent) attempt(() => beginSession(openArea(root), event.writer))
      return planRecall(event, root, context)
    }
    case 'stop': {
      const [root, ...others] = rootsAtStop(event, context)
      const areaOf = (folder: string): AreaTask => {
        const area = openArea(folder)
        return { root: folder, ...filesOf(area, () => endTurn(area, event.writer)) }
      }
      const areas = [areaOf(root), ...others.map(areaOf)] as const
      const promise = event.isStopHookActive ? '' : promiseMessage(event, areas)
      const task = taskFor(event, context, [], areas)
      if (promise === '') return task
      return 'status' in task ? { status: 2, message: promise } : { ...task, promise }
    }
    case 'other':
      return isReadOnly(event.tool) ? emptyResponse : planAfterTool(event, allTargets(event.input), context)
    case 'before':
    case 'after': {
      if (isReadOnly(event.tool) || isEmptyBatch(event)) return emptyResponse
      const targets = toolTargets(event)
      if (!targets) return rejection('the event does not say what the tool writes, so nothing was validated')
      if (event.kind === 'after')
        return event.isStaged ? emptyResponse : planAfterTool(event, targets, context)
      return planBeforeTool(event, targets, context)
    }
  }
}

/**
 * The project of the current directory. For a subagent, which can work in a worktree of its own, also the project in
 * which the agent was started, and the main worktree.
 */
function rootsAtStop({ isOfSubagent }: AgentEvent, context: HookContext): [string, ...string[]] {
  const root = findProjectRoot(context)
  if (!isOfSubagent) return [root]
  const { CLAUDE_PROJECT_DIR: start } = context.env
  const others = [
    ...(start ? [findProjectRoot({ ...context, cwd: resolve(context.cwd, start) })] : []),
    ...otherWorktrees(root).slice(0, 1),
  ]
  return [root, ...new Set(others.filter((other) => other !== root))]
}

/** The folders to which paths in the arguments can be relative. */
const foldersOf = ({ folders }: ToolTargets, cwd: string, root: string): [string, ...string[]] =>
  [...new Set([cwd, root, ...folders.map((folder) => resolve(cwd, folder))])] as [string, ...string[]]

const planRecall = (event: AgentEvent, root: string, context: HookContext): HookResponse | Task =>
  taskFor(event, context, [], [{ root, own: memoryFiles(root), others: [] }])

/** Before a tool: blocks it if it writes to the memory; else remembers that it runs. */
function planBeforeTool(event: AgentEvent, targets: ToolTargets, context: HookContext): HookResponse | Task {
  const { cwd, deadline } = context
  const root = findProjectRoot(context)
  const folders = foldersOf(targets, cwd, root)
  const paths = isWriting(event) ? targets.paths : targets.patched
  const response = blockMemoryWrite(paths, folders, deadline)
  if (response !== emptyResponse) return response
  const texts = [...targets.paths, ...targets.texts]
  const names = areaPathsIn(texts, folders, root)
  const isProject = nearestProject(root, context.env) !== undefined
  const canCreate = isProject && texts.some((text) => text.includes(AREA_FOLDER))
  // Without a record, what changes is that of the agent whose event comes next.
  const tool = { writer: event.writer, id: event.callId, names }
  const isFirst = attempt(() => beginTool(openArea(root), tool, canCreate)) === true
  if (!isFirst || answersOf(event.agent).readsStart !== false) return emptyResponse
  return planRecall({ ...event, kind: 'start' }, root, context)
}

/** After a tool: the files that its arguments name, and what it changed in the working area. */
function planAfterTool(event: AgentEvent, targets: ToolTargets, context: HookContext): HookResponse | Task {
  const { cwd, deadline } = context
  const { paths, texts } = targets
  const root = findProjectRoot(context)
  const area = openArea(root)
  const found = namedFiles([...paths, ...texts], foldersOf(targets, cwd, root), deadline)
  if (found.length > MAX_PATHS) return tooManyFiles(found.length)
  const named = found.map((path) => ({ path, inArea: pathInAreaOf(root, resolvePath(path, cwd)) }))
  const names = named.flatMap(({ inArea }) => inArea ?? [])
  const written = new Set(isWriting(event) ? paths : targets.patched)
  const writes = named.flatMap(({ path, inArea }) => (written.has(path) ? (inArea ?? []) : []))
  const tool = { writer: event.writer, id: event.callId, names, writes }
  const { own, others, known } = filesOf(area, () => endTool(area, tool))
  const changed = new Set(own?.filter(({ isChanged }) => isChanged).map(pathOf))
  const settled = new Set([...others.map(pathOf), ...known])
  const files = named
    .filter(({ inArea }) => inArea === undefined || !settled.has(inArea))
    .map(({ path, inArea }) => ({
      path,
      isChanged: inArea === undefined ? written.has(path) : changed.has(inArea),
    }))
  const seen = new Set(names)
  const unnamed = own?.filter((file) => !seen.has(pathOf(file)))
  // Only memory_write and git bring facts.
  const isFact = ({ segments, version }: ListedFile) => segments[0] === 'memory' && version !== ''
  const facts = (unnamed ?? []).filter(isFact).map(({ segments }) => ({
    path: cwd === root ? areaPath(...segments) : pathInArea(area, ...segments),
    isChanged: true,
  }))
  const areaTask = { root, own: unnamed?.filter((file) => !isFact(file)), others }
  return taskFor(event, context, [...files, ...facts], [areaTask])
}

/** The task, or the empty response if it has nothing to do. */
function taskFor(
  event: AgentEvent,
  context: HookContext,
  named: Task['named'],
  areas: Task['areas'],
): HookResponse | Task {
  const hasEntries = areas.some(({ own, others }) => own?.length !== 0 || others.length > 0)
  if (named.length === 0 && !hasEntries) return emptyResponse
  const sizes = [
    ...named.map(({ path }) => statOf(absolutePath(path, context.cwd))?.size ?? 0),
    ...areas.flatMap(({ own = [], others }) => [...own, ...others].map(({ size }) => size)),
  ]
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  // The arguments can be large, and are not needed any more.
  return { event: { ...event, input: undefined }, context, named, areas, largest }
}

const tooManyFiles = (count: number): HookResponse =>
  rejection(`${count} files were rejected without validation; write at most ${MAX_PATHS} at once`)

type Files = Omit<FilesOfEvent, 'own'> & { readonly own: readonly OwnFile[] | undefined }

/**
 * What an event is about. If it cannot be recorded who wrote what, for example in a read-only folder, all files are those of
 * the agent; `own` is undefined if they cannot be listed: the validation lists them again and reports the error.
 */
function filesOf(area: WorkingArea, record: () => FilesOfEvent): Files {
  try {
    return record()
  } catch {
    const own = attempt(() => listArea(area).map((file) => ({ ...file, isChanged: true })))
    return { own, others: [], known: [] }
  }
}

/** Undefined if its reader has to list the memory again: it reports an error, or that all facts were deleted. */
function memoryFiles(root: string): readonly ListedFile[] | undefined {
  const files = attempt(() => listJsonFiles(join(root, AREA_FOLDER, 'memory')))
  return files?.length === 0 && existsSync(join(root, AREA_FOLDER, 'records')) ? undefined : files
}
