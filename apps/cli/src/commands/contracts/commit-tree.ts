import { posix } from 'node:path'

import { CannotRun } from '../../exit-status.ts'

/** The modes of git for what is not a file. */
const [LINK, SUBMODULE] = ['120000', '160000']

/** The limit of Linux for the links in one path. */
const MAX_LINKS = 40

/** Whether a path is that of a contract file. */
export const isContractFile = (path: string): boolean => path.endsWith('.schema.json')

/**
 * The contract files of a commit. Links are followed as they were in it.
 * @param list what `git ls-tree -r -z` prints of the commit
 * @param readText reads the content with an id
 */
export function readCommitTree(list: string, readText: (id: string) => string) {
  const entries = new Map(
    list.split('\0').map((entry) => {
      const [, mode, id = '', path = ''] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(entry) ?? []
      return [path, { mode, id }]
    }),
  )
  const contractFiles = [...entries.keys()].filter(isContractFile)

  /** The directories that have a file with one of these names. */
  const directoriesWith = (names: ReadonlySet<string>): string[] => {
    const found = contractFiles.filter((path) => names.has(posix.basename(path)))
    return [...new Set(found.map((path) => posix.dirname(path)))]
  }

  /**
   * The contract files in a directory, with the ids of their contents.
   * @throws {CannotRun} if a path leads out of the repository, or into a submodule.
   */
  const filesIn = (directory: string): { readonly name: string; readonly id: string }[] => {
    const folder = resolve(directory)
    return contractFiles.flatMap((path) => {
      const id = posix.dirname(path) === folder ? entries.get(resolve(path))?.id : undefined
      return id === undefined ? [] : [{ name: posix.basename(path), id }]
    })
  }

  return { directoriesWith, filesIn }

  /** The path without links. */
  function resolve(path: string, links = 0): string {
    let resolved = '.'
    const names = path.split('/')
    for (const [index, name] of names.entries()) {
      resolved = posix.join(resolved, name)
      const { mode, id = '' } = entries.get(resolved) ?? {}
      if (mode === SUBMODULE)
        throw new CannotRun(`${resolved} was a submodule; run the gate in that repository`)
      const target = mode === LINK ? readText(id) : undefined
      if (`${resolved}/`.startsWith('../') || target?.startsWith('/') === true || links > MAX_LINKS)
        throw new CannotRun(`${resolved} led out of the repository in an earlier commit, as a link`)
      if (target !== undefined)
        return resolve([posix.dirname(resolved), target, ...names.slice(index + 1)].join('/'), links + 1)
    }
    return resolved
  }
}
