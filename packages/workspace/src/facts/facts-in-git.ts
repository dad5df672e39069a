import { lstatSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'

import { MAX_FILE_BYTES } from '@workbench/contracts/internal'

import { GitError } from '../errors.ts'
import { digestOf } from '../files/digest.ts'
import { openRepository } from '../git/open-repository.ts'
import { pathInArea, type WorkingArea } from '../working-area.ts'
import { MEMORY_FOLDER } from './fact-file.ts'

/** Git answers twice, each time in a few milliseconds; a file system that hangs must not keep the caller. */
const TIMEOUT_MS = 1500

const LISTS = {
  /** What a checkout, a merge or `git add` has written, with all sides of an unresolved merge. */
  index: ['ls-files', '--stage', '-z', '--'],
  /** The last commit. */
  commit: ['ls-tree', '-r', '-z', '--full-tree', 'HEAD', '--'],
} as const

/** A regular file: its mode, the id of its content, and its path. */
const ENTRY = /^100\d{3} (?:blob )?([0-9a-f]+)(?: \d)?\t(.+)$/s

/**
 * Tells whether git has stored a content of a file of the memory, which is named by its path in the memory. Compares
 * without git, which would run the filters of the repository. Nothing is stored if the project is in no repository.
 */
export function factsInGit(
  area: WorkingArea,
  list: keyof typeof LISTS,
): (name: string, content: Uint8Array) => boolean {
  const entries = new Set(entriesOf(area, list))
  return (name, content) =>
    [content, withoutCarriageReturns(content)]
      .flatMap((bytes) => [blobId(bytes, 'sha1'), blobId(bytes, 'sha256')])
      .some((id) => entries.has(`${id} ${name}`))
}

/** Those of the files of the memory, named by their paths in it, that the last commit does not have as they are. */
export function uncommittedFacts(area: WorkingArea, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const isCommitted = factsInGit(area, 'commit')
  return names.filter((name) => {
    const file = pathInArea(area, MEMORY_FOLDER, name)
    try {
      const stat = lstatSync(file)
      return !stat.isFile() || stat.size > MAX_FILE_BYTES || !isCommitted(name, readFileSync(file))
    } catch {
      // It was deleted meanwhile, or cannot be read.
      return true
    }
  })
}

/** Each entry as `<id> <name>`. */
function entriesOf(area: WorkingArea, list: keyof typeof LISTS): string[] {
  try {
    const { root, git } = openRepository(area.root, undefined, TIMEOUT_MS)
    const folder = `${relative(root, pathInArea(area, MEMORY_FOLDER)).split(sep).join('/')}/`
    const [command, ...args] = LISTS[list]
    const entries = git(command, ...args, `:(top,literal)${folder}`)
      .toString()
      .split('\0')
    return entries.map((entry) => {
      const [, id = '', path = ''] = ENTRY.exec(entry) ?? []
      return `${id} ${path.slice(folder.length)}`
    })
  } catch (error) {
    if (error instanceof GitError) return []
    throw error
  }
}

/** The id that git gives to a content. */
const blobId = (content: Uint8Array, algorithm: 'sha1' | 'sha256'): string =>
  digestOf(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]), algorithm)

/** As git stores a text file whose lines end with a carriage return and a line feed. */
const withoutCarriageReturns = (content: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
