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
}

/**
 * `missing`; `unknown` if it is a folder, a pipe, no text, or not in the project; `unread` if a limit is reached.
 */
export type FileState = CitedFile | 'missing' | 'unknown' | 'unread'

/** Of one file, in bytes. */
const MAX_FILE_BYTES = 16 * 2 ** 20

/** Of all files that are read, and a quarter of those in which an excerpt is searched, each time, in bytes. */
const MAX_BYTES = 32 * 2 ** 20

/** The most files that are listed. */
const MAX_LISTED = 50_000

/** Folders in which an artifact cites nothing by a part of its path. */
const SKIPPED = new Set(['.git', 'node_modules'])

/** A file that says that its folder is a package. */
const MANIFEST =
  /(?<=\/)(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle)$/

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
  #listed: readonly string[] | undefined
  #worktrees: readonly string[] | undefined

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

  isOver(): boolean {
    return this.#bytes > MAX_BYTES || Date.now() >= this.#deadline
  }

  /** Counts a file that is searched. */
  addSearched({ bytes }: CitedFile): void {
    this.#bytes += bytes.length / 4
  }

  /** The file itself, and those that a path can mean, too: of another worktree, or of a package. */
  *candidates(path: string): Generator<FileState> {
    this.#worktrees ??= otherWorktrees(this.root)
    for (const base of [this.root, ...this.#worktrees]) yield this.read(path, base)
    for (const file of this.inPackages(path)) yield this.read(file)
  }

  /** The paths of the files that a path can mean inside of a package. */
  inPackages(path: string): string[] {
    const packages = path.includes('/')
      ? undefined
      : new Set(this.#list().map((file) => file.replace(MANIFEST, '')))
    const isInPackage = (file: string): boolean => packages?.has(file.slice(0, -path.length)) ?? true
    return this.#list().filter((file) => file.endsWith(`/${path}`) && isInPackage(file))
  }

  /** @param path relative to the root of the project, or to another worktree */
  read(path: string, base = this.root): FileState {
    const key = join(base, path)
    const known = this.#files.get(key)
    if (known !== undefined && known !== 'unread') return known
    const file = this.isOver() ? 'unread' : this.#open(base, key)
    this.#files.set(key, file)
    return file
  }

  /** The files with the name of this one. */
  namedLike(path: string): readonly string[] {
    const name = posix.basename(path)
    return this.#list().filter((file) => posix.basename(file) === name)
  }

  /** A file of the project, or of its history, if the limits allow it. */
  load(size: number, read: () => Uint8Array): FileState {
    if (size > MAX_FILE_BYTES || this.#bytes + size > MAX_BYTES) return 'unread'
    this.#bytes += size
    const bytes = read()
    const text = compact(bytes)
    return text ? { bytes, text } : 'unknown'
  }

  #open(base: string, path: string): FileState {
    try {
      return openConfined(path, [base], (file) => {
        const stat = statSync(file)
        return stat.isFile() ? this.load(stat.size, () => readFile(file).bytes) : 'unknown'
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
    this.#listed = files
    // The iteration of an array includes elements that are added during it.
    for (const folder of folders) {
      if (files.length >= MAX_LISTED || folders.length >= MAX_LISTED || this.isOver()) return files
      for (const entry of entriesOf(join(this.root, folder)))
        if (entry.isFile()) files.push(folder + entry.name)
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(`${folder}${entry.name}/`)
    }
    this.isListed = true
    return files
  }
}

const entriesOf = (folder: string): Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
