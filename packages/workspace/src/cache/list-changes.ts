import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import {
  entriesOf,
  filesOfArea,
  isFolder,
  isJson,
  linkedFolder,
  type ListedFile,
  statOf,
} from '../list-files.ts'
import type { CheckedFile } from '../deliverables.ts'
import { absolutePath, type WorkingArea } from '../working-area.ts'
import {
  type FileState,
  isSameState,
  isUnchanged,
  type KnownDeliverable,
  stateOn,
  toKnownDeliverable,
} from './known-deliverable.ts'

/** A folder of the working area, and its files that were valid. */
export interface KnownFolder {
  /** Undefined if the state could stay the same when a name is added or removed. */
  readonly state: FileState | undefined
  readonly folders: readonly string[]
  readonly links: readonly string[]
  /** Everything else whose name ends in `.json`, sorted. */
  readonly files: readonly string[]
  /** {@link STATE_LENGTH} numbers for each file; NaN if it has to be validated. */
  readonly states: Float64Array
  /** The deliverables of the handoffs among them, by file name. */
  readonly deliverables: Record<string, readonly KnownDeliverable[]>
}

/** The length of a {@link FileState}. */
export const STATE_LENGTH = 4

/** A time of this age differs from that of a later change. Local file systems store multiples of at most 10 ms. */
const SETTLED_AFTER_MS = 1000

/** A file that has to be validated. */
interface ChangedFile extends ListedFile {
  /**
   * To be called if it is valid. Returns whether the file is known from now on.
   * @param deliverables those of a handoff
   */
  readonly accept: (deliverables: readonly CheckedFile[]) => boolean
}

interface Changes {
  /** The files that are not known to be valid, and the links to folders; sorted by path. */
  readonly files: readonly ChangedFile[]
  /** The folders as they are now, by their path from the working area. */
  readonly folders: ReadonlyMap<string, KnownFolder>
  /** Whether a list of names can be replaced by a newer one. */
  readonly hasNewNames: boolean
}

/** Whether the times of a file or folder differ from those after a later change. */
export const isSettledAt =
  (now: number) =>
  ({ ctimeMs }: Stats): boolean =>
    now - ctimeMs >= SETTLED_AFTER_MS

/**
 * Lists the files of the working area, without those that did not change since they were valid. A folder whose own state
 * did not change has the same names. Reads no file.
 * @throws an error of Node.js if a folder cannot be read.
 */
export function listChanges(
  area: WorkingArea,
  known: ReadonlyMap<string, KnownFolder>,
  isSettled: (stat: Stats) => boolean,
): Changes {
  let hasNewNames = false
  const files: ChangedFile[] = []
  const folders = new Map<string, KnownFolder>()
  const { dev } = lstatSync(absolutePath(area))
  visit([])
  return { files: filesOfArea(files), folders, hasNewNames }

  function visit(segments: readonly string[]): void {
    const path = absolutePath(area, ...segments)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) return
    const key = segments.join('/')
    const previous = known.get(key)
    const folder = folderOf(path, stat, previous)
    folders.set(key, folder)
    for (const name of folder.links) {
      const target = join(path, name)
      if (isFolder(target)) add(linkedFolder([...segments, name]))
      else if (isJson({ name })) add(fileAt([...segments, name], statOf(target)))
    }
    visitFiles(path, segments, folder, previous)
    for (const name of folder.folders) visit([...segments, name])
  }

  /** The names in a folder; from the previous list if its state says that they are the same. */
  function folderOf(path: string, stat: Stats, previous: KnownFolder | undefined): KnownFolder {
    const state = stateOn(dev, stat)
    const settled = state && isSettled(stat) ? state : undefined
    if (previous && isSameState(state, previous.state))
      return {
        ...previous,
        state: settled,
        states: new Float64Array(previous.states.length).fill(NaN),
        deliverables: {},
      }
    hasNewNames ||= settled !== undefined
    const entries = entriesOf(path)
    const namesOf = (list: typeof entries): string[] => list.map(({ name }) => name)
    const found = entries.filter((entry) => !entry.isSymbolicLink() && isJson(entry))
    return {
      state: settled,
      folders: namesOf(entries.filter((entry) => entry.isDirectory())),
      links: namesOf(entries.filter((entry) => entry.isSymbolicLink())),
      files: namesOf(found).sort(),
      states: new Float64Array(found.length * STATE_LENGTH).fill(NaN),
      deliverables: {},
    }
  }

  function visitFiles(
    path: string,
    segments: readonly string[],
    { files: names, states, deliverables }: KnownFolder,
    previous: KnownFolder | undefined,
  ): void {
    let last = 0
    for (const [index, name] of names.entries()) {
      const offset = index * STATE_LENGTH
      const stat = lstatSync(`${path}/${name}`, { throwIfNoEntry: false })
      // It was deleted meanwhile.
      if (!stat) continue
      // Both lists are sorted.
      while (previous && (previous.files[last] ?? name) < name) last++
      const state = stat.isFile() ? stateOn(dev, stat) : undefined
      const known = previous?.files[last] === name ? (previous.deliverables[name] ?? []) : undefined
      if (
        previous &&
        known &&
        state &&
        isAt(previous.states, last * STATE_LENGTH, state) &&
        known.every((deliverable) => isUnchanged(deliverable, dev))
      ) {
        states.set(state, offset)
        if (known.length > 0) deliverables[name] = known
        continue
      }
      files.push({
        ...fileAt([...segments, name], stat),
        accept: (checked) => {
          if (!state || !isSettled(stat)) return false
          const all = checked.flatMap((file) => toKnownDeliverable(file, dev, isSettled) ?? [])
          if (all.length < checked.length) return false
          states.set(state, offset)
          if (all.length > 0) deliverables[name] = all
          return true
        },
      })
    }
  }

  function add(file: ListedFile): void {
    files.push({ ...file, accept: () => false })
  }
}

const isAt = (states: Float64Array, offset: number, state: FileState): boolean =>
  state[0] === states[offset] &&
  state[1] === states[offset + 1] &&
  state[2] === states[offset + 2] &&
  state[3] === states[offset + 3]

const fileAt = (segments: readonly string[], stat: Stats | undefined): ListedFile => ({
  segments,
  size: stat?.size ?? 0,
  isLinkedFolder: false,
})
