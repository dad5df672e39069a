import { blobId, openGitFolder } from '../git/open-git-folder.ts'
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
  readonly #git: ReturnType<typeof openGitFolder>
  readonly #blobs = new Map<string, { readonly id: string; readonly size: number }>()
  readonly #deleted: readonly string[]
  readonly #isListed: boolean

  /** @param paths those that will be read, relative to the root of the project */
  constructor(project: ProjectFiles, paths: readonly string[]) {
    this.#project = project
    this.#git = paths.length > 0 ? openGitFolder(project.root, TIMEOUT_MS) : undefined
    const pathspecs = paths.map((path) => this.#git?.pathspecOf(path) ?? '')
    const listed = this.#git?.run('ls-tree', '-z', '-l', '--full-tree', 'HEAD', '--', ...pathspecs)
    for (const entry of listed?.split('\0') ?? []) {
      const [, id = '', size, path = ''] = /^\d+ blob (\w+) +(\d+)\t(.*)$/s.exec(entry) ?? []
      if (id !== '') this.#blobs.set(path, { id, size: Number(size) })
    }
    this.#isListed = listed !== undefined
    const isGone = (path: string) => !this.#blobOf(path) && project.read(path) === 'missing'
    const gone = this.#isListed ? paths.filter(isGone) : []
    // Most often no recent commit has deleted any of them, which one command shows.
    this.#deleted = this.#isChanged(gone)
      ? gone.filter((path) => this.#isOver || this.#isChanged([path]))
      : []
  }

  /** The file in the last commit, if it is another one than that in the working tree. */
  read(path: string): FileState {
    const blob = this.#blobOf(path)
    if (!this.#isListed && this.#isOver) return 'unread'
    if (!blob) return this.#deleted.includes(path) ? 'unknown' : 'missing'
    const current = this.#project.read(path)
    const algorithm = blob.id.length === 40 ? 'sha1' : 'sha256'
    if (typeof current === 'object' && blobId(current.bytes, algorithm) === blob.id) return 'missing'
    if (blob.size > MAX_CITED_BYTES || this.#isOver) return 'unread'
    const content = this.#git?.blob(blob.id)
    return content ? toCitedFile(content) : 'unread'
  }

  #blobOf(path: string) {
    return this.#blobs.get(this.#git?.pathOf(path) ?? '')
  }

  /** Whether a recent commit changed one of these files. */
  #isChanged(paths: readonly string[]): boolean {
    const pathspecs = paths.map((path) => this.#git?.pathspecOf(path) ?? '')
    return paths.length > 0 && this.#git?.run('rev-list', '-1', RECENT, 'HEAD', '--', ...pathspecs) !== ''
  }

  get #isOver(): boolean {
    return Date.now() >= this.#deadline
  }
}
