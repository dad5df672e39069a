import { relative, sep } from 'node:path'

import { GitError } from '../errors.ts'
import { digestOf } from '../files/digest.ts'
import { openRepository } from '../git/open-repository.ts'
import { pathInArea, type WorkingArea } from '../working-area.ts'
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
  try {
    const { root, git } = openRepository(area.root, undefined, TIMEOUT_MS)
    const folder = `${relative(root, pathInArea(area, MEMORY_FOLDER)).split(sep).join('/')}/`
    const entries = git('ls-files', '--stage', '-z', '--', `:(top,literal)${folder}`).toString().split('\0')
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
