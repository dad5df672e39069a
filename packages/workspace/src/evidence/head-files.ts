import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'

import { attempt } from '../attempt.ts'
import { realPath } from '../files/confined-file.ts'
import { openRepository, type RunGit } from '../git/open-repository.ts'
import { type FileState, MAX_CITED_BYTES, type ProjectFiles, toCitedFile } from './project-files.ts'

/** The time for all commands of git, in milliseconds. */
const TIMEOUT_MS = 500

/** How long a file counts as one that is known to have been deleted. */
const RECENT = '--since=90.days'

/** The files of the last commit; none without a repository, a commit or git. */
export class HeadFiles {
  readonly #project: ProjectFiles
  /** In milliseconds since 1970. */
  readonly #deadline = Date.now() + TIMEOUT_MS
  readonly #git: RunGit | undefined
  /** The path of the project in the repository, with a slash at its end unless it is empty. */
  readonly #prefix: string = ''
  readonly #blobs = new Map<string, { readonly id: string; readonly size: number }>()
  #deleted: readonly string[] = []
  #isListed = false

  /** @param paths those that will be read, relative to the root of the project */
  constructor(project: ProjectFiles, paths: readonly string[]) {
    this.#project = project
    const { root } = project
    const repository = attempt(() => openRepository(root, undefined, TIMEOUT_MS))
    if (!repository || paths.length === 0) return
    const inside = relative(realPath(repository.root) ?? '', realPath(root) ?? '')
    this.#prefix = inside === '' ? '' : `${inside.split(sep).join('/')}/`
    this.#git = repository.git
    const listed = this.#run('ls-tree', '-z', '-l', '--full-tree', 'HEAD', '--', ...paths.map(this.#pathspec))
    for (const entry of listed?.split('\0') ?? []) {
      const [, id = '', size, path = ''] = /^\d+ blob (\w+) +(\d+)\t(.*)$/s.exec(entry) ?? []
      if (id !== '') this.#blobs.set(path, { id, size: Number(size) })
    }
    const gone = paths.filter((path) => !this.#blobs.has(this.#prefix + path))
    const isMissing = (path: string) => project.read(path) === 'missing'
    this.#isListed = listed !== undefined
    this.#deleted = listed === undefined ? [] : this.#deletedOf(gone.filter(isMissing))
  }

  /** The file in the last commit, if it is another one than that in the working tree. */
  read(path: string): FileState {
    const blob = this.#blobs.get(this.#prefix + path)
    if (!this.#isListed && this.#isOver) return 'unread'
    if (!blob) return this.#deleted.includes(path) ? 'unknown' : 'missing'
    const current = this.#project.read(path)
    if (typeof current === 'object' && isBlob(current.bytes, blob.id)) return 'missing'
    if (blob.size > MAX_CITED_BYTES || this.#isOver) return 'unread'
    const content = attempt(() => this.#git?.('cat-file', 'blob', blob.id))
    return content ? toCitedFile(content) : 'unread'
  }

  /** Those of these paths that a recent commit has deleted. Most often there is none, which one command shows. */
  #deletedOf(paths: readonly string[]): readonly string[] {
    if (paths.length === 0) return []
    const isChanged = (some: readonly string[]) =>
      this.#run('rev-list', '-1', RECENT, 'HEAD', '--', ...some.map(this.#pathspec)) !== ''
    return isChanged(paths) ? paths.filter((path) => this.#isOver || isChanged([path])) : []
  }

  readonly #pathspec = (path: string): string => `:(top,literal)${this.#prefix}${path}`

  get #isOver(): boolean {
    return Date.now() >= this.#deadline
  }

  /** Undefined if the command fails. */
  #run(...args: Parameters<RunGit>): string | undefined {
    return attempt(() => this.#git?.(...args).toString())
  }
}

/** Whether the bytes are those of a blob of git. */
const isBlob = (bytes: Uint8Array, id: string): boolean =>
  createHash(id.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex') === id
