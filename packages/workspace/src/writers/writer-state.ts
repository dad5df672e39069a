import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { isObject } from '@workbench/contracts'
import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { temporaryFile } from '../files/atomic-write.ts'
import { withLock } from '../files/file-lock.ts'
import { withFolders } from '../files/open-folder.ts'
import { TEMPORARY_FOLDER, type WorkingArea } from '../working-area.ts'
import type { Writer } from './writer.ts'

/** What is known of a `.json` file of the working area. */
export interface KnownFile {
  /** The version of the file in the file system, as {@link ListedFile} has it; empty after it was deleted. */
  version: string
  readonly digest: string
  /** Absent if it is not known who wrote this content. */
  writer?: Writer
  /** Whether it was valid, or there when a session started. */
  isSettled?: boolean
  /** The keys of the agents that were told that this content is invalid. */
  told?: string[]
}

/** A tool that runs. */
export interface ToolCall {
  /** Absent if the agent gives its calls no id. */
  readonly id?: string
  readonly writer: Writer
  /** In milliseconds since 1970. */
  readonly started: number
  /** The files of the working area that its arguments name, by their paths in it. */
  readonly names: readonly string[]
  /** The files that it changed, and those that it or the tool of another agent changed. */
  readonly own: string[]
  readonly shared: string[]
}

/** Who wrote which file of the working area, as the events before and after tools show it. */
export interface WriterState {
  /** By path in the working area, with slashes. */
  readonly files: Map<string, KnownFile>
  calls: ToolCall[]
  /** The sessions that send an event before each tool. */
  sessions: string[]
  /** What was told once. */
  marks: string[]
}

const FILE = 'writers.json'

/** An event has ten seconds, and other processes hold the lock for milliseconds. */
const LOCK_LIMIT_MS = 3000

/** Older sessions have ended. */
const MAX_SESSIONS = 100

/** A tool without an event after it, because its agent was killed, counts as ended after this time, in milliseconds. */
const CALL_LIMIT_MS = 60 * 60 * 1000

/**
 * Reads and changes the state, under a lock. Creates the working area if it is missing.
 * @throws {UnsafePathError} if a folder is a link.
 * @throws {WorkingAreaError} if the state cannot be read or written.
 */
export const updateWriterState = <Result>(
  area: WorkingArea,
  update: (state: WriterState) => Result,
): Result =>
  withFolders(area, [[TEMPORARY_FOLDER]], (folder) => {
    const change = (check: () => void): Result => {
      const state = read(join(folder, FILE))
      const result = update(state)
      state.sessions = [...new Set(state.sessions)].slice(-MAX_SESSIONS)
      state.marks = state.marks.slice(-MAX_SESSIONS)
      check()
      write(folder, JSON.stringify({ ...state, files: [...state.files] }))
      return result
    }
    return withLock(folder, FILE, change, LOCK_LIMIT_MS)
  })

const MEMBERS = ['files', 'calls', 'sessions', 'marks']

/** A lost or damaged state is one without knowledge: all files count as new. */
function read(file: string): WriterState {
  const value = existsSync(file) ? tryParse(Buffer.from(readFile(file).bytes).toString()) : undefined
  const isWhole = MEMBERS.every((name) => isObject(value) && Array.isArray(value[name]))
  if (!isWhole) return { files: new Map(), calls: [], sessions: [], marks: [] }
  const { files, calls, ...others } = value as unknown as WriterState
  const oldest = Date.now() - CALL_LIMIT_MS
  return { ...others, files: new Map(files), calls: calls.filter(({ started }) => started >= oldest) }
}

/** Whether this is the first call with a text. False if that cannot be recorded. */
export const markOnce = (area: WorkingArea, mark: string): boolean =>
  attempt(() =>
    updateWriterState(area, (state) => {
      const { marks } = state
      state.marks = [...marks.filter((other) => other !== mark), mark]
      return !marks.includes(mark)
    }),
  ) === true

/** Without fsync: after a power failure, no tool runs any more. */
function write(folder: string, text: string): void {
  // Not the files for git in the working area: another branch can have them, and git would not switch to it.
  const ignored = join(folder, '.gitignore')
  // A link to nothing exists: it is not followed.
  if (!lstatSync(ignored, { throwIfNoEntry: false })) writeFileSync(ignored, '*\n', { flag: 'wx' })
  const temporary = temporaryFile(folder)
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 })
    renameSync(temporary, join(folder, FILE))
  } finally {
    rmSync(temporary, { force: true })
  }
}
