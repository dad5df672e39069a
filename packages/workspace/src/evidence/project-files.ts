import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

import { readFile } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { openConfined, OutsideError } from '../files/confined-file.ts'
import { otherWorktrees } from '../worktrees.ts'
import { compact, type CompactText } from './compact-text.ts'

/** A text file, read for its excerpts. */
export interface CitedFile {
  readonly bytes: Uint8Array
  readonly text: CompactText
  readonly escaped: () => CompactText
}

/**
 * `missing`; `unknown` if it is a folder, a pipe, no text, or not in the project; `unread` if a limit is reached.
 */
export type FileState = CitedFile | 'missing' | 'unknown' | 'unread'

export const toCitedFile = (bytes: Uint8Array): FileState => {
  const text = compact(bytes)
  return text ? { bytes, text, escaped: () => compact(bytes, true) ?? text } : 'unknown'
}

/** Of one file, in bytes. */
export const MAX_CITED_BYTES = 16 * 2 ** 20

/** Of all files that are read, in bytes. */
const MAX_TOTAL_BYTES = 32 * 2 ** 20

/** Of all files in which an excerpt is searched, each time, in bytes. */
const MAX_SEARCHED_BYTES = 128 * 2 ** 20

/** The most files that are listed. */
const MAX_LISTED = 50_000

/** Folders in which an artifact cites nothing by a part of its path. */
const SKIPPED = new Set(['.git', 'node_modules'])

/** The files of a project that artifacts cite. Reads each once, nothing outside of the project, and until a time. */
export class ProjectFiles {
  readonly root: string
  /** In milliseconds since 1970. */
  readonly deadline: number
  readonly #files = new Map<string, FileState>()
  #bytes = 0
  #searched = 0
  #listed: readonly string[] | undefined
  #worktrees: readonly string[] | undefined

  constructor(root: string, deadline: number) {
    this.root = root
    this.deadline = deadline
  }

  isOver(): boolean {
    return this.#searched > MAX_SEARCHED_BYTES || Date.now() >= this.deadline
  }

  /** Counts bytes that are searched. */
  addSearched(bytes: number): void {
    this.#searched += bytes
  }

  /** A file of the project. @param path relative to its root */
  read(path: string): FileState {
    return this.#readIn(this.root, path)
  }

  /** The file in the other worktrees of the repository: a subagent can work in one. */
  readElsewhere(path: string): FileState[] {
    this.#worktrees ??= otherWorktrees(this.root)
    return this.#worktrees
      .map((worktree) => this.#readIn(worktree, path))
      .filter((file) => file !== 'missing')
  }

  /** The paths of the files whose path ends with this one, which can be relative to a package. */
  endingWith(path: string): string[] {
    return this.#list().filter((file) => file.endsWith(`/${path}`))
  }

  /** The only file with the name of this one; undefined if there are several. */
  namedLike(path: string): string | undefined {
    const name = posix.basename(path)
    const [first, second] = this.#list().filter((file) => posix.basename(file) === name)
    return second === undefined ? first : undefined
  }

  /** Whether not all files were listed. */
  get isPartial(): boolean {
    return this.#list().length >= MAX_LISTED
  }

  #readIn(base: string, path: string): FileState {
    const key = join(base, path)
    const known = this.#files.get(key)
    if (known !== undefined && known !== 'unread') return known
    const file = this.isOver() ? 'unread' : this.#open(base, key)
    this.#files.set(key, file)
    return file
  }

  #open(base: string, path: string): FileState {
    try {
      return openConfined(path, [base], (file) => {
        const stat = statSync(file)
        const { size } = stat
        if (!stat.isFile()) return 'unknown'
        if (size > MAX_CITED_BYTES || this.#bytes + size > MAX_TOTAL_BYTES) return 'unread'
        this.#bytes += size
        return toCitedFile(readFile(file).bytes)
      })
    } catch (error) {
      if (error instanceof OutsideError) return 'unknown'
      const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unknown'
    }
  }

  #list(): readonly string[] {
    if (this.#listed) return this.#listed
    const files: string[] = []
    const folders = ['']
    // The iteration of an array includes elements that are added during it.
    for (const folder of folders) {
      if (files.length >= MAX_LISTED || folders.length >= MAX_LISTED || this.isOver()) break
      for (const entry of entriesOf(join(this.root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isFile()) files.push(path)
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path)
      }
    }
    return (this.#listed = files)
  }
}

const entriesOf = (folder: string): Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
