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
import { absolutePath, type WorkingArea } from '../working-area.ts'

/** A folder of the working area, and its files that were valid. */
export interface KnownFolder {
  /** Undefined if it cannot tell whether a name was added or removed. */
  readonly state: FileState | undefined
  readonly folders: readonly string[]
  readonly links: readonly string[]
  /** Everything else whose name ends in `.json`, sorted. */
  readonly files: readonly string[]
  /** {@link STATE_LENGTH} numbers for each file; NaN if it has to be validated. */
  readonly states: Float64Array
}

/** Inode, size, mtime and ctime. The ctime changes with every other one, and no program can set it. */
type FileState = readonly [number, number, number, number]

export const STATE_LENGTH = 4

/** A time of this age differs from that of a later change. Local file systems store multiples of at most 10 ms. */
const SETTLED_AFTER_MS = 1000

/** A file that has to be validated. */
export interface ChangedFile extends ListedFile {
  /** To be called if it is valid. Returns whether the file is known from now on. */
  readonly accept: () => boolean
}

export interface Changes {
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
    const state = stateOf(stat)
    const settled = state && isSettled(stat) ? state : undefined
    if (state && previous?.state?.every((value, index) => value === state[index]) === true)
      return { ...previous, state: settled, states: new Float64Array(previous.states.length) }
    hasNewNames ||= settled !== undefined
    const entries = entriesOf(path)
    const namesOf = (list: typeof entries): string[] => list.map(({ name }) => name)
    const found = entries.filter((entry) => !entry.isSymbolicLink() && isJson(entry))
    return {
      state: settled,
      folders: namesOf(entries.filter((entry) => entry.isDirectory())),
      links: namesOf(entries.filter((entry) => entry.isSymbolicLink())),
      files: namesOf(found).sort(),
      states: new Float64Array(found.length * STATE_LENGTH),
    }
  }

  function visitFiles(
    path: string,
    segments: readonly string[],
    { files: names, states }: KnownFolder,
    previous: KnownFolder | undefined,
  ): void {
    let last = 0
    for (const [index, name] of names.entries()) {
      const offset = index * STATE_LENGTH
      states.fill(NaN, offset, offset + STATE_LENGTH)
      const stat = lstatSync(`${path}/${name}`, { throwIfNoEntry: false })
      // It was deleted meanwhile.
      if (!stat) continue
      const state = stat.isFile() ? stateOf(stat) : undefined
      // Both lists are sorted.
      while (previous && last < previous.files.length && (previous.files[last] ?? '') < name) last++
      const isKnown =
        state && previous?.files[last] === name && isAt(previous.states, last * STATE_LENGTH, state)
      if (isKnown) states.set(state, offset)
      else
        files.push({
          ...fileAt([...segments, name], stat),
          accept: () => {
            if (!state || !isSettled(stat)) return false
            states.set(state, offset)
            return true
          },
        })
    }
  }

  function add(file: ListedFile): void {
    files.push({ ...file, accept: () => false })
  }

  /** Undefined on another file system, which was not checked. */
  function stateOf(stat: Stats): FileState | undefined {
    return stat.dev === dev ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs] : undefined
  }
}

const isAt = (states: Float64Array, offset: number, state: FileState): boolean =>
  state.every((value, index) => value === states[offset + index])

const fileAt = (segments: readonly string[], stat: Stats | undefined): ListedFile => ({
  segments,
  size: stat?.size ?? 0,
  isLinkedFolder: false,
})
