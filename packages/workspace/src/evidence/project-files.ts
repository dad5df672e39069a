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

/** Files that say that their folder is a package. */
const MANIFESTS = new Set(
  'package.json pyproject.toml setup.py Cargo.toml go.mod pom.xml build.gradle'.split(' '),
)

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
  readonly #packages = new Set<string>()
  /** The root, and the other worktrees. */
  readonly #bases: readonly string[]

  /** @param timeout of all calls of {@link timed}, in milliseconds */
  constructor(root: string, timeout: number) {
    this.root = root
    this.#bases = [root, ...otherWorktrees(root)]
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

  /** The file itself, and those that a path can mean, too: of another worktree, of a package, or of the last commit. */
  *candidates(path: string, readHead: (path: string) => FileState): Generator<FileState> {
    for (const base of this.#bases) yield this.read(path, base)
    for (const file of this.#list().filter((other) => other.endsWith(`/${path}`)))
      if (path.includes('/') || this.#packages.has(file.slice(0, -path.length))) yield this.read(file)
    yield readHead(path)
  }

  /** @param path relative to the root of the project, or to another worktree */
  read(path: string, base = this.root): FileState {
    const file = join(base, path)
    return this.once(file, () => (this.isOver() ? 'unread' : this.#open(base, file)))
  }

  /** Opens a file once. One that cannot be read is unknown. */
  once(key: string, open: () => FileState): FileState {
    const file = this.#files.get(key) ?? attempt(open) ?? 'unknown'
    this.#files.set(key, file)
    return file
  }

  /** The only file with the name of this one; undefined if there are several. */
  namedLike(path: string): string | undefined {
    const name = posix.basename(path)
    const [first, second] = this.#list().filter((file) => posix.basename(file) === name)
    return second === undefined ? first : undefined
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
      for (const entry of entriesOf(join(this.root, folder))) {
        if (MANIFESTS.has(entry.name)) this.#packages.add(folder)
        if (entry.isFile()) files.push(folder + entry.name)
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(`${folder}${entry.name}/`)
      }
    }
    this.isListed = true
    return files
  }
}

const entriesOf = (folder: string): Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
