import { posix, relative, sep } from 'node:path'

import { attempt } from '../attempt.ts'
import { realPath } from '../files/confined-file.ts'
import { digestOf } from '../files/digest.ts'
import { openRepository, type RunGit } from '../git/open-repository.ts'
import type { FileState, ProjectFiles } from './project-files.ts'

/** The time for all commands of git, in milliseconds. */
const TIMEOUT_MS = 500

/** How long a file counts as one that is known to have been deleted. */
const RECENT = '--since=90.days'

/** In the arguments of a command. */
const MAX_PATHS = 1000

/**
 * Reads files of the last commit that are others than those in the working tree: they are missing without a repository, a
 * commit or git, and unknown if they were deleted of late.
 * @param cited those that will be read, relative to the root of the project
 */
export function openHead(project: ProjectFiles, cited: readonly string[]): (path: string) => FileState {
  const deadline = Date.now() + TIMEOUT_MS
  const repository = attempt(() => openRepository(project.root, undefined, TIMEOUT_MS))
  if (!repository) return () => 'missing'
  const isOver = () => Date.now() >= deadline
  const run = (...args: Parameters<RunGit>) => (isOver() ? undefined : attempt(() => repository.git(...args)))
  const inside = relative(realPath(repository.root) ?? '', realPath(project.root) ?? '')
  const inRepository = (path: string) => posix.join(inside.replaceAll(sep, '/'), path)
  const pathspec = (path: string) => `:(top,literal)${inRepository(path)}`
  const paths = [...new Set(cited)].slice(0, MAX_PATHS)
  const listed = run('ls-tree', '-z', '-l', '--full-tree', 'HEAD', '--', ...paths.map(pathspec))
  const blobs = new Map(
    listed
      ?.toString()
      .split('\0')
      .map((entry) => /^\d+ blob (\w+) +(\d+)\t(.*)$/s.exec(entry) ?? [])
      .map(([, id = '', size, path]) => [path, { id, size: Number(size) }]),
  )
  // Undefined if git fails. Most often no commit has changed one of the files, which one command shows.
  const isChanged = (some: readonly string[]) =>
    run('rev-list', '-1', RECENT, 'HEAD', '--', ...some.map(pathspec))?.length !== 0
  const gone = paths.filter((path) => !blobs.has(inRepository(path)) && project.read(path) === 'missing')
  const deleted = gone.length > 0 && listed && isChanged(gone) ? gone.filter((path) => isChanged([path])) : []

  return (path) => {
    const blob = blobs.get(inRepository(path))
    if (!blob) return deleted.includes(path) ? 'unknown' : listed || !isOver() ? 'missing' : 'unread'
    const current = project.read(path)
    if (typeof current === 'object' && isBlob(current.bytes, blob.id)) return 'missing'
    return (
      attempt(() => project.load(blob.size, () => repository.git('cat-file', 'blob', blob.id))) ?? 'unread'
    )
  }
}

/** Whether the bytes are those of a blob of git. */
const isBlob = (bytes: Uint8Array, id: string): boolean =>
  digestOf(
    Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]),
    id.length === 40 ? 'sha1' : 'sha256',
  ) === id
