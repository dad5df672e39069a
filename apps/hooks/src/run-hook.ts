import { statSync } from 'node:fs'
import { join } from 'node:path'

import { escapeText } from '@workbench/contracts'
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
import { type ToolWrites, toolWrites } from './event/tool-writes.ts'
import { isArtifactName, mayBeMemory } from './paths/candidate-paths.ts'
import { changedFiles } from './paths/changed-files.ts'
import { absolutePath, fileExists, isFolder } from './paths/resolve-path.ts'
import {
  asContext,
  emptyResponse,
  type HookContext,
  type HookResponse,
  MAX_BYTES_IN_PROCESS,
  rejection,
  startWarning,
} from './response.ts'
import type * as Validation from './validation/validation-bundle.ts'
import type { ChangedArea } from './validation/validate-working-area.ts'

/** How long a command may have run whose event does not say it, in milliseconds. */
const DEFAULT_DURATION_MS = 120_000

/** Each path of an event takes some system calls. */
const MAX_PATHS = 5000

/** Between the end of a command and the start of the hook, in milliseconds; includes the resolution of file times. */
const DELAY_MS = 5_000

/** Of a large working area, what may change before it is validated in an isolated process, in bytes. */
const MAX_CHANGED_BYTES = 4 * MAX_BYTES_IN_PROCESS

/**
 * Handles one event of an agent.
 * @param input text of the event, from standard input
 * @param load loads the validator; called only for events that concern an artifact, which most do not
 */
export function runHook(input: string, context: HookContext, load: () => typeof Validation): HookResponse {
  const event = parseEvent(input)
  if (!event)
    return rejection('the hook received no event that it knows on standard input, so nothing was validated')
  try {
    const response = handle(event, { ...context, cwd: event.cwd ?? context.cwd }, load)
    // An isolated hook answers the hook that has started it, and not the agent.
    return context.isolate && event.replacesResult && event.name !== undefined
      ? asContext(response, event.name)
      : response
  } catch (error) {
    if (event.kind === 'start') return startWarning(messageOf(error))
    return { ...failure(error), ...(event.isStopHookActive && { status: 1 }) }
  }
}

/** The response for an unexpected error. */
export const failure = (error: unknown): HookResponse =>
  rejection(`the hook failed, so nothing was validated: ${messageOf(error)}`)

const messageOf = (error: unknown): string =>
  escapeText((error instanceof Error ? error.message : String(error)).slice(0, 1000))

function handle(event: AgentEvent, context: HookContext, load: () => typeof Validation): HookResponse {
  if (event.kind === 'other') return emptyResponse
  if (event.kind === 'start') return onStart(context, load)
  if (event.kind === 'stop') return onStop(event, context, load)
  const writes = toolWrites(event)
  if (!writes) return rejection('the event does not say what the tool writes, so nothing was validated')
  if (event.kind === 'before') {
    const paths = writes.paths.filter(mayBeMemory)
    return paths.length > MAX_PATHS ? tooManyPaths(paths) : blockMemoryWrite(paths, context)
  }
  return event.isStaged ? emptyResponse : afterTool(event, writes, context, load)
}

function afterTool(
  { name, duration = DEFAULT_DURATION_MS }: AgentEvent,
  { paths, scripts, folders, mayWriteOthers }: ToolWrites,
  context: HookContext,
  load: () => typeof Validation,
): HookResponse {
  const { cwd } = context
  const artifacts = paths.filter(isArtifactName)
  if (artifacts.length > MAX_PATHS) return tooManyPaths(artifacts)
  // A command that copies or renames a folder writes the files in it.
  const mayChangeOthers =
    mayWriteOthers ||
    (scripts.length > 0 &&
      (paths.length > MAX_PATHS || paths.some((path) => isFolder(absolutePath(path, cwd)))))
  if (!mayChangeOthers && artifacts.length === 0) return emptyResponse
  const changedSince = mayChangeOthers ? Date.now() - duration - DELAY_MS : undefined
  const { files: others, area } =
    changedSince === undefined ? NOTHING_CHANGED : changesSince(changedSince, scripts, folders, context)
  const files = [...new Set([...artifacts, ...others])].filter((file) => fileExists(absolutePath(file, cwd)))
  if (files.length === 0 && !area) return emptyResponse
  const sizes = [...files.map((file) => sizeOf(absolutePath(file, cwd))), ...sizesOf(area?.entries ?? [])]
  if (sum(sizes) > MAX_BYTES_IN_PROCESS && context.isolate) return context.isolate(subjectOf(files))
  return load().validateWritten(files, { changed: area, eventName: name }, context)
}

interface Changes {
  /** Absolute paths of files outside of the working area. */
  readonly files: readonly string[]
  /** Undefined if nothing in the working area changed. */
  readonly area: ChangedArea | undefined
}

const NOTHING_CHANGED: Changes = { files: [], area: undefined }

/** What changed while scripts ran. */
function changesSince(
  since: number,
  scripts: readonly string[],
  folders: readonly string[],
  { env, cwd }: HookContext,
): Changes {
  const root = findProjectRoot({ env, cwd })
  const entries = entriesInArea(root, since)
  return {
    files: changedFiles(scripts, { cwd, root, home: env['HOME'], folders }, since),
    area: entries?.length === 0 ? undefined : { since, entries },
  }
}

/** Loads the validator only if there is a memory. */
function onStart(context: HookContext, load: () => typeof Validation): HookResponse {
  const sizes = sizesInMemory(findProjectRoot(context))
  if (sizes.length === 0) return emptyResponse
  if (sum(sizes) <= MAX_BYTES_IN_PROCESS || !context.isolate) return load().recallFacts(context)
  const response = context.isolate('the memory')
  return response.status === 0 ? response : startWarning('they need too much time or memory')
}

function onStop(event: AgentEvent, context: HookContext, load: () => typeof Validation): HookResponse {
  const { isolate } = context
  if (isolate && !isLargeArea(findProjectRoot(context))) return load().validateOnStop(event, context)
  const { validateChangesOnStop, validateOnStop } = load()
  if (!isolate) return validateChangesOnStop(event, context) ?? validateOnStop(event, context)
  const known = validateChangesOnStop(event, context, MAX_CHANGED_BYTES)
  if (known) return known
  const response = isolate('.workbench')
  return response.status === 2 && event.isStopHookActive ? { ...response, status: 1 } : response
}

const tooManyPaths = (paths: readonly string[]): HookResponse =>
  rejection(`${paths.length} files were rejected without validation; write at most ${MAX_PATHS} at once`)

/** The first files, for a message. */
const subjectOf = (files: readonly string[]): string =>
  files.length === 0
    ? 'what changed in .workbench'
    : `${files
        .slice(0, 3)
        .map((file) => escapeText(file.slice(-200)))
        .join(', ')}${files.length > 3 ? ' and others' : ''}`

/** Undefined if the working area cannot be listed: the validation lists it again and reports the error. */
function entriesInArea(root: string, changedSince: number): readonly ListedFile[] | undefined {
  try {
    return listArea(openArea(root), changedSince)
  } catch {
    return undefined
  }
}

/** Whether the working area has more bytes than this process may validate. */
function isLargeArea(root: string): boolean {
  try {
    const { files } = listJsonFiles(join(root, AREA_FOLDER), { maxBytes: MAX_BYTES_IN_PROCESS })
    return sum(sizesOf(files)) > MAX_BYTES_IN_PROCESS
  } catch {
    // The validation lists the working area again and reports the error.
    return false
  }
}

/** The sizes of the files of the memory, in bytes. */
function sizesInMemory(root: string): number[] {
  try {
    return sizesOf(listJsonFiles(join(root, AREA_FOLDER, 'memory')).files)
  } catch {
    // The reader of the memory lists it again and reports the error.
    return [0]
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

const sizesOf = (files: readonly ListedFile[]): number[] => files.map(({ size }) => size)

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
