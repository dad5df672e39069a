import { join, resolve } from 'node:path'

import {
  AREA_FOLDER,
  findProjectRoot,
  listArea,
  type ListedFile,
  listJsonFiles,
  openArea,
  otherWorktrees,
} from '@workbench/workspace'

import { blockMemoryWrite } from './block-memory-write.ts'
import type { AgentEvent } from './event/parse-event.ts'
import { allTargets, isEmptyBatch, isReadOnly, toolTargets, type ToolTargets } from './event/tool-input.ts'
import { namedFiles } from './paths/named-files.ts'
import { absolutePath, statOf } from './paths/resolve-path.ts'
import { protectedChanges } from './protected-changes.ts'
import { emptyResponse, type HookContext, type HookResponse, rejection } from './response.ts'
import type { AreaTask, Task } from './task.ts'

/** How long a tool may have run whose event does not say it, in milliseconds. */
const DEFAULT_DURATION_MS = 120_000

/** Between the end of a tool and the start of the hook, in milliseconds; includes the resolution of file times. */
const DELAY_MS = 5_000

/** Each path of an event takes some system calls. */
const MAX_PATHS = 5000

/** What a task has for an event that is about no tool. */
const NO_TOOL = { named: [], since: 0, protectedChanges: [] }

/**
 * Decides what to validate for one event of an agent, without the validator: most events concern no artifact.
 * @returns the response if there is nothing to validate
 */
export function planEvent(event: AgentEvent, context: HookContext): HookResponse | Task {
  const { cwd, deadline } = context
  switch (event.kind) {
    case 'harmless':
      return emptyResponse
    case 'start': {
      const root = findProjectRoot(context)
      return taskFor(event, context, { ...NO_TOOL, areas: [{ root, entries: memoryFiles(root) }] })
    }
    case 'stop': {
      const [root, ...others] = rootsAtStop(event, context)
      const areaOf = (folder: string): AreaTask => ({ root: folder, entries: changedEntries(folder) })
      return taskFor(event, context, { ...NO_TOOL, areas: [areaOf(root), ...others.map(areaOf)] })
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
      const folders = foldersOf(targets, cwd, findProjectRoot(context))
      return blockMemoryWrite(targets.paths, folders, deadline)
    }
  }
}

/**
 * The project of the current directory. For a subagent, which can work in a worktree of its own, also the project in
 * which the agent was started, and the main worktree.
 */
function rootsAtStop({ isSubagentStop }: AgentEvent, context: HookContext): [string, ...string[]] {
  const root = findProjectRoot(context)
  if (!isSubagentStop) return [root]
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

/** After a tool: the files that its arguments name, and what changed in the working area while it ran. */
function planAfterTool(event: AgentEvent, targets: ToolTargets, context: HookContext): HookResponse | Task {
  const { cwd, deadline, env } = context
  const { paths, texts } = targets
  const root = findProjectRoot(context)
  const since = Date.now() - (event.duration ?? DEFAULT_DURATION_MS) - DELAY_MS
  const named = namedFiles([...paths, ...texts], foldersOf(targets, cwd, root), deadline)
  if (named.length > MAX_PATHS) return tooManyFiles(named.length)
  const entries = changedEntries(root, since)
  return taskFor(event, context, {
    named,
    since,
    areas: [{ root, entries }],
    protectedChanges: protectedChanges({ root, env, since, entries }),
  })
}

/** The task, or the empty response if it has nothing to do. */
function taskFor(
  event: AgentEvent,
  context: HookContext,
  work: Omit<Task, 'event' | 'context' | 'largest'>,
): HookResponse | Task {
  const { named, areas, protectedChanges: changes } = work
  const hasEntries = areas.some(({ entries }) => entries?.length !== 0)
  if (named.length === 0 && changes.length === 0 && !hasEntries) return emptyResponse
  const sizes = [
    ...named.map((file) => statOf(absolutePath(file, context.cwd))?.size ?? 0),
    ...areas.flatMap(({ entries = [] }) => entries.map(({ size }) => size)),
  ]
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  // The arguments can be large, and are not needed any more.
  return { event: { ...event, input: undefined }, context, ...work, largest }
}

const tooManyFiles = (count: number): HookResponse =>
  rejection(`${count} files were rejected without validation; write at most ${MAX_PATHS} at once`)

/** Undefined if the working area cannot be listed: the validation lists it again and reports the error. */
function changedEntries(root: string, since?: number): readonly ListedFile[] | undefined {
  try {
    return listArea(openArea(root), since)
  } catch {
    return undefined
  }
}

/** Undefined if the memory cannot be listed: its reader lists it again and reports the error. */
function memoryFiles(root: string): readonly ListedFile[] | undefined {
  try {
    return listJsonFiles(join(root, AREA_FOLDER, 'memory'))
  } catch {
    return undefined
  }
}
