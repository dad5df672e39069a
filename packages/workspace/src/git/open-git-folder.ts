import { relative, sep } from 'node:path'

import { attempt } from '../attempt.ts'
import { realPath } from '../files/confined-file.ts'
import { digestOf } from '../files/digest.ts'
import { openRepository, type RunGit } from './open-repository.ts'

/**
 * Opens the repository that a folder is in, for the files below it; undefined if there is none that git can use.
 * @param timeout of each command, in milliseconds
 */
export function openGitFolder(folder: string, timeout: number) {
  const repository = attempt(() => openRepository(folder, undefined, timeout))
  if (!repository) return undefined
  const inside = relative(realPath(repository.root) ?? '', realPath(folder) ?? '')
  const prefix = inside === '' ? '' : `${inside.split(sep).join('/')}/`
  return {
    /** The path of a file in the repository. */
    pathOf: (path: string): string => prefix + path,
    pathspecOf: (path: string): string => `:(top,literal)${prefix}${path}`,
    /** What a command prints; undefined if it fails. */
    run: (...args: Parameters<RunGit>): string | undefined =>
      attempt(() => repository.git(...args).toString()),
    /**
     * The content of a blob.
     * @throws {Error} if git lacks it
     */
    blob: (id: string): Buffer => repository.git('cat-file', 'blob', id),
  }
}

/** The id that git gives to a content. */
export const blobId = (content: Uint8Array, algorithm: 'sha1' | 'sha256'): string =>
  digestOf(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]), algorithm)
