import type { BoardFile } from './board-file.ts'

/** A write or a deletion of an artifact that the board noticed. */
export interface Activity {
  /** `present`: it was there at the start, so how often it was written before is not known. */
  readonly kind: 'present' | 'new' | 'again' | 'deleted'
  /** As it was after the write, or before the deletion. */
  readonly file: BoardFile
  /** When it was written; for a deletion, when it was noticed. */
  readonly time: Date
}

/** The most activities that are kept: the newest. */
const MAX_ACTIVITIES = 200

interface WrittenFile {
  /** Changes with each write. */
  readonly state: string
  readonly entry: BoardFile
}

/** What was written and deleted between two states of a board, which are undefined before the first. */
export function compareFiles(
  before: ReadonlyMap<string, WrittenFile> | undefined,
  after: ReadonlyMap<string, WrittenFile>,
  now: Date,
): Activity[] {
  const written = [...after].flatMap(([name, { state, entry: file }]): Activity[] => {
    const old = before?.get(name)
    if (old?.state === state) return []
    return [{ kind: before ? (old ? 'again' : 'new') : 'present', file, time: file.modified }]
  })
  const deleted = [...(before ?? [])].flatMap(([name, { entry: file }]): Activity[] =>
    after.has(name) ? [] : [{ kind: 'deleted', file, time: now }],
  )
  return [...written, ...deleted]
}

/** The newest activities, the newest first. */
export const addActivities = (known: readonly Activity[], added: readonly Activity[]): readonly Activity[] =>
  added.length === 0
    ? known
    : [...added, ...known].sort((a, b) => b.time.getTime() - a.time.getTime()).slice(0, MAX_ACTIVITIES)
