import { blobId, openGitFolder } from '../git/open-git-folder.ts'
import type { FileState, ProjectFiles } from './project-files.ts'

/** The time for the commands of git that list files, in milliseconds. */
const TIMEOUT_MS = 500

/** How long a file counts as one that is known to have been deleted. */
const RECENT = '--since=90.days'

/** In the arguments of a command. */
const MAX_PATHS = 1000

/**
 * Reads files of the last commit that are others than those in the working tree: they are missing without a repository, a
 * commit or git, and unknown if they were deleted of late.
 * @param cited those that can be read, relative to the root of the project
 */
export function openHead(project: ProjectFiles, cited: readonly string[]): (path: string) => FileState {
  const deadline = Date.now() + TIMEOUT_MS
  const git = openGitFolder(project.root, TIMEOUT_MS)
  const isOver = () => Date.now() >= deadline
  if (!git) return () => (isOver() ? 'unread' : 'missing')
  const run = (...args: Parameters<typeof git.run>) => (isOver() ? undefined : git.run(...args))
  const paths = [...new Set(cited)].slice(0, MAX_PATHS)
  const listed = run('ls-tree', '-z', '-l', '--full-tree', 'HEAD', '--', ...paths.map(git.pathspecOf))
  const blobs = new Map(
    listed
      ?.split('\0')
      .map((entry) => /^\d+ blob (\w+) +(\d+)\t(.*)$/s.exec(entry) ?? [])
      .map(([, id = '', size, path]) => [path, { id, size: Number(size) }]),
  )
  // Undefined if git fails. Most often no commit has changed one of the files, which one command shows.
  const isChanged = (some: readonly string[]) =>
    run('rev-list', '-1', RECENT, 'HEAD', '--', ...some.map(git.pathspecOf)) !== ''
  const gone = paths.filter((path) => !blobs.has(git.pathOf(path)) && project.read(path) === 'missing')
  const isSearched = listed !== undefined && gone.length > 0 && isChanged(gone)
  const deleted = isSearched ? gone.filter((path) => isChanged([path])) : []

  return (path) =>
    project.once(`HEAD ${path}`, () => {
      const blob = blobs.get(git.pathOf(path))
      if (!blob && listed === undefined && isOver()) return 'unread'
      if (!blob) return deleted.includes(path) ? 'unknown' : 'missing'
      const current = project.read(path)
      const algorithm = blob.id.length === 40 ? 'sha1' : 'sha256'
      if (typeof current === 'object' && blobId(current.bytes, algorithm) === blob.id) return 'missing'
      return project.load(blob.size, () => git.blob(blob.id))
    })
}
