import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { answersOf } from '@workbench/agents/events'
import {
  AREA_FOLDER,
  attempt,
  beginSession,
  beginTool,
  endTool,
  endTurn,
  findProjectRoot,
  listJsonFiles,
  nearestProject,
  openArea,
  otherWorktrees,
} from '@workbench/workspace'

import { blockMemoryWrite } from './block-memory-write.ts'
import type { AgentEvent } from './event/parse-event.ts'
import { isReadOnly, toolTargets, type ToolTargets } from './event/tool-input.ts'
import { namedPaths } from './paths/named-paths.ts'
import { promiseMessage } from './promise-message.ts'
import { emptyResponse, type HookContext, type HookResponse, rejection } from './response.ts'
import { areaFiles, filesElsewhere } from './task-files.ts'
import type { Task, TaskFile } from './task.ts'

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
      const { writer } = event
      const files = [root, ...others]
        .flatMap((folder) => areaFiles(folder, root, writer, (area) => endTurn(area, writer)))
        .map((file) => ({ ...file, isChanged: false }))
      const promise = promiseMessage(event, [root, ...others], files)
      const task = taskFor(event, context, root, files)
      if (promise === '') return task
      return 'status' in task ? { status: 2, message: promise } : { ...task, promise }
    }
    case 'other':
    case 'before':
    case 'after': {
      if (isReadOnly(event.tool)) return emptyResponse
      const targets = toolTargets(event)
      if (targets.isIncomplete && event.kind !== 'other')
        return rejection('the event does not say what the tool writes, so nothing was validated')
      if (event.kind === 'before') return planBeforeTool(event, targets, context)
      return event.isStaged ? emptyResponse : planAfterTool(event, targets, context)
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
  const started = start ? findProjectRoot({ ...context, cwd: resolve(context.cwd, start) }) : root
  const [main = root] = otherWorktrees(root)
  return [root, ...new Set([started, main].filter((other) => other !== root))]
}

/** The folders to which paths in the arguments can be relative. */
const foldersOf = ({ folders }: ToolTargets, cwd: string, root: string): string[] => [
  ...new Set([cwd, root, ...folders.map((folder) => resolve(cwd, folder))]),
]

/** If the memory cannot be listed or all facts were deleted, its reader says so. */
function planRecall(event: AgentEvent, root: string, context: HookContext): HookResponse | Task {
  const files = attempt(() => listJsonFiles(join(root, AREA_FOLDER, 'memory')))
  const isEmpty = files?.length === 0 && !existsSync(join(root, AREA_FOLDER, 'records'))
  return isEmpty ? emptyResponse : newTask(event, context, root, [], files)
}

/** Before a tool: blocks it if it writes to the memory; else remembers that it runs. */
function planBeforeTool(event: AgentEvent, targets: ToolTargets, context: HookContext): HookResponse | Task {
  const { cwd, deadline } = context
  const root = findProjectRoot(context)
  const folders = foldersOf(targets, cwd, root)
  const response = blockMemoryWrite(targets.written, folders, deadline)
  if (response !== emptyResponse) return response
  const { inArea: names } = namedPaths(targets.texts, folders, root, deadline)
  const isProject = nearestProject(root, context.env) !== undefined
  const canCreate = isProject && targets.texts.some((text) => text.includes(AREA_FOLDER))
  // Without a record, what changes is that of the agent whose event comes next.
  const tool = { writer: event.writer, id: event.callId, names }
  const isFirst = attempt(() => beginTool(openArea(root), tool, canCreate)) === true
  if (!isFirst || answersOf(event.agent).readsStart !== false) return emptyResponse
  return planRecall({ ...event, kind: 'start' }, root, context)
}

/** After a tool: the files that its arguments name, and what it changed in the working area. */
function planAfterTool(event: AgentEvent, targets: ToolTargets, context: HookContext): HookResponse | Task {
  const { cwd, deadline } = context
  const root = findProjectRoot(context)
  const folders = foldersOf(targets, cwd, root)
  const { inArea: names, existing } = namedPaths(targets.texts, folders, root, deadline)
  if (existing.length > MAX_PATHS)
    return rejection(
      `${existing.length} files were rejected without validation; write at most ${MAX_PATHS} at once`,
    )
  const { writer, callId: id } = event
  const { inArea: writes } = namedPaths(targets.written, folders, root, deadline)
  const inArea = areaFiles(root, root, writer, (area) => endTool(area, { writer, id, names, writes }))
  const elsewhere = filesElsewhere(existing, root, cwd, new Set(targets.written))
  return taskFor(event, context, root, [...elsewhere, ...inArea])
}

/** The task, or the empty response if it has nothing to do. */
const taskFor = (
  event: AgentEvent,
  context: HookContext,
  root: string,
  files: readonly TaskFile[],
): HookResponse | Task => (files.length === 0 ? emptyResponse : newTask(event, context, root, files))

const newTask = (
  event: AgentEvent,
  context: HookContext,
  root: string,
  files: readonly TaskFile[],
  read: readonly { readonly size: number }[] = files,
): Task => ({
  // The arguments can be large, and are not needed any more.
  ...{ event: { ...event, input: undefined }, context, root, files },
  largest: read.reduce((most, { size }) => Math.max(most, size), 0),
})
