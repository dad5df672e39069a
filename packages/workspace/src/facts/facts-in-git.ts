import { blobId, openGitFolder } from '../git/open-git-folder.ts'
import { areaPath, type WorkingArea } from '../working-area.ts'
import { MEMORY_FOLDER } from './fact-file.ts'

/** Git answers in a few milliseconds; a file system that hangs must not keep the caller. */
const TIMEOUT_MS = 1500

/** A regular file: its mode, the id of its content, its side of a merge, and its path. */
const ENTRY = /^100\d{3} ([0-9a-f]+) \d\t(.+)$/s

/**
 * Tells whether the index of git has a content of a file of the memory, which is named by its path in the memory: the index
 * has what a checkout, a merge or `git add` wrote, and all sides of an unresolved merge. Compares without git, which would
 * run the filters of the repository. Nothing is stored if the project is in no repository.
 */
export function factsInGit(area: WorkingArea): (name: string, content: Uint8Array) => boolean {
  const entries = new Set(entriesOf(area))
  return (name, content) =>
    [content, withoutCarriageReturns(content)]
      .flatMap((bytes) => [blobId(bytes, 'sha1'), blobId(bytes, 'sha256')])
      .some((id) => entries.has(`${id} ${name}`))
}

/** Each entry as `<id> <name>`. */
function entriesOf(area: WorkingArea): string[] {
  const { folder, list } = openMemory(area) ?? {}
  const entries = list?.('ls-files', '--stage', '-z') ?? []
  return entries.map((entry) => {
    const [, id = '', path = ''] = ENTRY.exec(entry) ?? []
    return `${id} ${path.slice(folder?.length)}`
  })
}

/**
 * The files among some missing ones of the memory that were deleted. Those that git has only elsewhere, in another branch
 * or a stash, are missing because of what is checked out.
 * @param names of files that are not in the memory, by their paths in it
 */
export function deletedFacts(area: WorkingArea, names: readonly string[]): readonly string[] {
  const memory = names.length > 0 ? openMemory(area) : undefined
  if (!memory) return names
  const { folder, list } = memory
  // No commit is much older than the facts in it, so a long history is not read.
  const oldest = Math.min(...names.map(dayOf)) - CLOCK_DIFFERENCE_MS
  const options = ['--objects', '--full-history', '--missing=allow-any', `--max-age=${oldest / 1000}`]
  const inCommits = (...commits: readonly string[]): Set<string> | undefined => {
    const objects = list('rev-list', ...options, ...commits)
    return objects && new Set(objects.map((object) => object.slice(object.lastIndexOf('/') + 1)))
  }
  const index = new Set(list('ls-files', '-t', '-z'))
  // Without a commit, there is no HEAD. If git cannot answer about all commits, it may have the fact.
  const [here, anywhere] = [inCommits('HEAD'), inCommits('--all', '--reflog')]
  return names.filter(
    (name) =>
      // `S` marks what a sparse checkout leaves out.
      !index.has(`S ${folder}${name}`) &&
      (index.has(`H ${folder}${name}`) || here?.has(name) === true || anywhere?.has(name) === false),
  )
}

const CLOCK_DIFFERENCE_MS = 2 * 24 * 60 * 60 * 1000

/** The day in the name of a fact's file, in milliseconds since 1970; an early one if the name has none. */
const dayOf = (name: string): number =>
  Date.parse(name.replace(/^fact-(\d{4})(\d\d)(\d\d)\d{6,}\.json$/, '$1-$2-$3')) || CLOCK_DIFFERENCE_MS

/**
 * The path of the memory in its repository, and a function that returns the entries that a command of git lists of it, or
 * undefined if git cannot answer. Undefined if there is no repository.
 */
function openMemory({ root }: WorkingArea) {
  const git = openGitFolder(root, TIMEOUT_MS)
  if (!git) return undefined
  const folder = `${areaPath(MEMORY_FOLDER)}/`
  const list = (...command: Parameters<typeof git.run>): string[] | undefined =>
    git.run(...command, '--', git.pathspecOf(folder))?.split(command.includes('-z') ? '\0' : '\n')
  return { folder: git.pathOf(folder), list }
}

/** As git stores a text file whose lines end with a carriage return and a line feed. */
const withoutCarriageReturns = (content: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
