import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { findRepository, GitError, isWithin, openRepository as openGit } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { relativePath } from '../../paths.ts'
import { isContractFile, readCommitTree } from './commit-tree.ts'

/** Earlier versions of a contract directory, which are read from git. */
export type Repository = ReturnType<typeof openRepository>

/**
 * Opens the repository of the current directory if the contract directory is in it, else that of the contract directory.
 * @param oldDirectories where the directory was in commits that do not have it
 * @throws {CannotRun | GitError} if the directory is not in a git repository, or if a link in its path leads out of it.
 */
export function openRepository(
  directory: string,
  oldDirectories: readonly string[],
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
) {
  const current = findRepository(cwd)
  const { root, git } = openGit(current && isWithin(current.root, directory) ? cwd : directory, env)
  if (!isWithin(realpathSync(root), realpathSync(directory)))
    throw new CannotRun(`A link in ${directory} leads out of the repository ${root}`)
  const lineOrProblem = (problem: string, ...args: Parameters<typeof git>) => {
    try {
      return lineOf(git(...args))
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      throw new CannotRun(
        isShallow() ? `${problem}; ${INCOMPLETE_HISTORY}` : problem,
        error.message.split('\n'),
      )
    }
  }
  const isShallow = () => lineOf(git('rev-parse', '--is-shallow-repository')) === 'true'
  // As it is spelled: a link in it can have been a folder, or another link.
  const path = relativePath(root, directory)
  const oldPaths = oldDirectories.map((old) => relativePath(root, old))
  const names = new Set(readdirSync(directory).filter(isContractFile))
  return {
    /**
     * Hash of the last common commit of HEAD and a commit, branch or tag: what the other one changed since is no change of
     * this project.
     * @throws {CannotRun} if there is no such commit, if the commits have none in common, or if a commit that a shallow clone
     * lacks can be a later one in common.
     */
    mergeBase(ref: string): string {
      const name = JSON.stringify(ref)
      const unknown = `There is no commit ${name} in ${root}`
      const commit = lineOrProblem(unknown, 'rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`)
      const base = lineOrProblem(`${name} and HEAD have no commit in common`, 'merge-base', commit, 'HEAD')
      if (isShallow() && base !== commit && base !== lineOf(git('rev-parse', 'HEAD'))) {
        // A commit whose parents the clone lacks has none there, like the first commit of a history.
        const ends = git('rev-list', '--max-parents=0', commit, 'HEAD', `^${base}`)
        if (ends.length > 0)
          throw new CannotRun(
            `The last common commit of ${name} and HEAD is not certain; ${INCOMPLETE_HISTORY}`,
          )
      }
      return base
    },

    /**
     * Hashes of all commits reachable from HEAD that changed a contract file.
     * @throws {CannotRun} in a shallow clone.
     */
    versions(): string[] {
      if (isShallow()) throw new CannotRun(`Cannot compare with every version; ${INCOMPLETE_HISTORY}`)
      // --full-history includes versions that a merge discarded; the glob includes versions in other directories.
      const commits = git('rev-list', '--full-history', 'HEAD', '--', ':(top,glob)**/*.schema.json')
      return commits.toString().split('\n').filter(Boolean)
    },

    /**
     * The contract files of a commit, in the directory or one that is named. What stands in the working tree does not say where
     * they were: a link or a copy can have been left behind.
     * @throws {CannotRun} if only other directories have contracts of the same names.
     */
    contractFiles(commit: string): { readonly name: string; readonly bytes: Uint8Array }[] {
      const read = (id: string) => git('cat-file', 'blob', id)
      const list = git('ls-tree', '-r', '-z', '--full-tree', commit).toString()
      const tree = readCommitTree(list, (id) => read(id).toString())
      const found = [path, ...oldPaths].map(tree.filesIn).find((files) => files.length > 0) ?? []
      const others = found.length > 0 || oldPaths.includes(path) ? [] : tree.directoriesWith(names)
      if (others.length > 0) {
        const [moved, added] = [others[0] ?? '', path].map(
          (folder) => `--old-directory ${JSON.stringify(relativePath(cwd, join(root, folder)) || '.')}`,
        )
        throw new CannotRun(
          `${directory} has no contracts in ${commit.slice(0, 12)}, but contracts of the same names are in ${others.join(', ')}; ` +
            `if they were moved, add ${moved}, else ${added}`,
        )
      }
      return found.map(({ name, id }) => ({ name, bytes: read(id) }))
    },
  }
}

const INCOMPLETE_HISTORY =
  'the history is incomplete because this is a shallow clone: run git fetch --unshallow, or set fetch-depth: 0 in CI'

const lineOf = (output: Buffer): string => output.toString().trim()
