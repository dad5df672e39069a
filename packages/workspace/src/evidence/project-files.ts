import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

import { readFile } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { openConfined } from '../files/confined-file.ts'
import { otherWorktrees } from '../worktrees.ts'
import { compact, type CompactText } from './compact-text.ts'

/** A text file, read for its excerpts. */
export interface CitedFile {
  readonly bytes: Uint8Array
  readonly text: CompactText
}

/**
 * `missing`; `unknown` if it is a folder, a pipe, no text, or not in the project; `unread` if a limit is reached.
 */
export type FileState = CitedFile | 'missing' | 'unknown' | 'unread'

/** Of one file, in bytes. */
const MAX_FILE_BYTES = 16 * 2 ** 20

/** Of all files that are read, in bytes. */
const MAX_BYTES = 32 * 2 ** 20

/** The most files that are listed. */
const MAX_LISTED = 50_000

/** Folders in which an artifact cites nothing by a part of its path. */
const SKIPPED = new Set(['.git', 'node_modules'])

/** The files of a project that artifacts cite. Reads each once, nothing outside of the project, and for a limited time. */
export class ProjectFiles {
  readonly root: string
  /** In milliseconds; the deadline since 1970. */
  #timeLeft: number
  #deadline = 0
  readonly #files = new Map<string, FileState>()
  /** Whether all files were listed. */
  isListed = false
  #bytes = 0
  #listed: ReadonlyMap<string, readonly string[]> | undefined
  /** The root, and the other worktrees. */
  #bases: readonly string[] | undefined

  /** @param timeout of all calls of {@link timed}, in milliseconds */
  constructor(root: string, timeout: number) {
    this.root = root
    this.#timeLeft = timeout
  }

  /** Calls a function that reads files, and counts its time. */
  timed<Result>(lookUp: () => Result): Result {
    this.#deadline = Date.now() + this.#timeLeft
    const result = lookUp()
    this.#timeLeft = this.#deadline - Date.now()
    return result
  }

  /** Calls a function whose time does not count. */
  untimed<Result>(start: () => Result): Result {
    const started = Date.now()
    const result = start()
    this.#deadline += Date.now() - started
    return result
  }

  isOver(): boolean {
    return this.#bytes > MAX_BYTES || Date.now() >= this.#deadline
  }

  /** The file itself, and those that a path can mean, too: in another worktree, or from a folder of the project. */
  *candidates(path: string): Generator<FileState> {
    this.#bases ??= [this.root, ...otherWorktrees(this.root)]
    for (const base of this.#bases) yield this.read(path, base)
    for (const file of this.inFolders(path)) yield this.read(file)
  }

  /** The files to which a path leads from one of the folders, such as that of a package. */
  inFolders(path: string): string[] {
    return this.namedLike(path).filter((file) => file.endsWith(`/${path}`))
  }

  /** @param path relative to the root of the project, or to another worktree */
  read(path: string, base = this.root): FileState {
    const file = join(base, path)
    return this.once(file, () =>
      openConfined(file, [base], (opened) => {
        const stat = statSync(opened)
        return stat.isFile() ? this.load(stat.size, () => readFile(opened).bytes) : 'unknown'
      }),
    )
  }

  /** Opens a file once, if the limits allow it. */
  once(key: string, open: () => FileState): FileState {
    const file = this.#files.get(key) ?? (this.isOver() ? 'unread' : stateOf(open))
    this.#files.set(key, file)
    return file
  }

  /** The files with the name of this one. */
  namedLike(path: string): readonly string[] {
    this.#listed ??= this.#list()
    return this.#listed.get(posix.basename(path)) ?? []
  }

  /** A file of the project, or of its history, if the limits allow it. */
  load(size: number, read: () => Uint8Array): FileState {
    if (size > MAX_FILE_BYTES || this.#bytes + size > MAX_BYTES) return 'unread'
    this.#bytes += size
    const bytes = read()
    const text = compact(bytes)
    return text ? { bytes, text } : 'unknown'
  }

  /** The files of the project, by their names. */
  #list(): ReadonlyMap<string, readonly string[]> {
    const files = new Map<string, string[]>()
    const folders = ['']
    let count = 0
    // The iteration of an array includes elements that are added during it.
    for (const folder of folders) {
      if (count >= MAX_LISTED || folders.length >= MAX_LISTED || this.isOver()) return files
      for (const entry of entriesOf(join(this.root, folder))) {
        const { name } = entry
        count++
        if (entry.isFile()) files.set(name, [...(files.get(name) ?? []), folder + name])
        else if (entry.isDirectory() && !SKIPPED.has(name)) folders.push(`${folder}${name}/`)
      }
    }
    this.isListed = true
    return files
  }
}

/** A file that cannot be read is unknown. */
function stateOf(open: () => FileState): FileState {
  try {
    return open()
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    return ['ENOENT', 'ENOTDIR'].includes(code) ? 'missing' : 'unknown'
  }
}

const entriesOf = (folder: string): Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
