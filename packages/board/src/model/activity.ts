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
const MAX_ACTIVITIES = 30

/** The files of a board, by path; the state of each changes with each write. */
export type KnownFiles = ReadonlyMap<string, { readonly state: string; readonly entry: BoardFile }>

/**
 * The activities of a board with what was written and deleted between two states of it; the newest first.
 * @param before undefined before the first state
 */
export function withChanges(
  known: readonly Activity[],
  before: KnownFiles | undefined,
  after: KnownFiles,
): Activity[] {
  const added = [...after].flatMap(([path, { state, entry: file }]): Activity[] => {
    const old = before?.get(path)
    if (old?.state === state) return []
    return [{ kind: before ? (old ? 'again' : 'new') : 'present', file, time: file.modified }]
  })
  const deleted = [...(before ?? [])]
    .filter(([path]) => !after.has(path))
    .map(([, { entry: file }]): Activity => ({ kind: 'deleted', file, time: new Date() }))
  return [...added, ...deleted, ...known]
    .sort((a, b) => b.time.getTime() - a.time.getTime())
    .slice(0, MAX_ACTIVITIES)
}
