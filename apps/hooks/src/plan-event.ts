import { join, resolve } from 'node:path'

import {
  AREA_FOLDER,
  findProjectRoot,
  listArea,
  type ListedFile,
  listJsonFiles,
  openArea,
} from '@workbench/workspace'

import { blockMemoryWrite } from './block-memory-write.ts'
import { type AgentEvent, parseEvent } from './event/parse-event.ts'
import { isReadOnly, stringsIn, toolTargets, type ToolTargets } from './event/tool-input.ts'
import { namedFiles } from './paths/named-files.ts'
import { absolutePath, sizeOf } from './paths/resolve-path.ts'
import {
  emptyResponse,
  failure,
  type HookContext,
  type HookResponse,
  messageOf,
  rejection,
  responseTo,
  startWarning,
} from './response.ts'
import type { Task } from './task.ts'

/** How long a tool may have run whose event does not say it, in milliseconds. */
const DEFAULT_DURATION_MS = 120_000

/** Between the end of a tool and the start of the hook, in milliseconds; includes the resolution of file times. */
const DELAY_MS = 5_000

/** Each path of an event takes some system calls. */
const MAX_PATHS = 5000

/**
 * Decides what to validate for one event of an agent, without the validator: most events concern no artifact.
 * @param input text of the event, from standard input
 * @returns the response if there is nothing to validate
 */
export function planEvent(input: string, context: HookContext): HookResponse | Task {
  const event = parseEvent(input)
  if (!event)
    return rejection('the hook received no event that it knows on standard input, so nothing was validated')
  try {
    const plan = planFor(event, { ...context, cwd: event.cwd ?? context.cwd })
    return 'status' in plan ? responseTo(event, plan) : plan
  } catch (error) {
    return event.kind === 'start' ? startWarning(messageOf(error)) : responseTo(event, failure(error))
  }
}

function planFor(event: AgentEvent, context: HookContext): HookResponse | Task {
  switch (event.kind) {
    case 'other':
      return emptyResponse
    case 'start':
      return taskFor(event, context, { entries: memoryFiles(findProjectRoot(context)) })
    case 'stop':
      return taskFor(event, context, { entries: changedEntries(findProjectRoot(context)) })
    case 'before':
    case 'after': {
      if (isReadOnly(event)) return emptyResponse
      const targets = toolTargets(event)
      if (!targets) return rejection('the event does not say what the tool writes, so nothing was validated')
      if (event.kind === 'after')
        return event.isStaged ? emptyResponse : planAfterTool(event, targets, context)
      const { paths } = targets
      return paths.length > MAX_PATHS ? tooManyFiles(paths.length) : blockMemoryWrite(paths, context)
    }
  }
}

/** After a tool: the files that its arguments name, and what changed in the working area while it ran. */
function planAfterTool(
  event: AgentEvent,
  { paths, folders }: ToolTargets,
  context: HookContext,
): HookResponse | Task {
  const { cwd, deadline } = context
  const artifacts = paths.filter((path) => /\.json$/i.test(path))
  if (artifacts.length > MAX_PATHS) return tooManyFiles(artifacts.length)
  const root = findProjectRoot(context)
  const since = Date.now() - (event.duration ?? DEFAULT_DURATION_MS) - DELAY_MS
  const texts = [...paths, ...stringsIn(event.input)]
  const named = namedFiles(texts, [cwd, root, ...folders.map((folder) => resolve(cwd, folder))], deadline)
  if (named.length > MAX_PATHS) return tooManyFiles(named.length)
  return taskFor(event, context, { named, since, entries: changedEntries(root, since) })
}

/** The task, or the empty response if it has no files. */
function taskFor(
  event: AgentEvent,
  context: HookContext,
  { named = [], since = 0, entries }: Partial<Pick<Task, 'named' | 'since' | 'entries'>>,
): HookResponse | Task {
  if (named.length === 0 && entries?.length === 0) return emptyResponse
  const sizes = [
    ...named.map((file) => sizeOf(absolutePath(file, context.cwd))),
    ...(entries ?? []).map(({ size }) => size),
  ]
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  // The arguments can be large, and are not needed any more.
  return { event: { ...event, input: undefined }, context, named, since, entries, largest }
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
