import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, posix } from 'node:path'
import { getBuiltinModule } from 'node:process'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { relativePath } from '../../paths.ts'

/** Earlier versions of a contract directory, which are read from git. */
export type Repository = ReturnType<typeof openRepository>

/**
 * @param oldDirectory where the directory was in commits that do not have it; undefined to search for it
 * @throws {CannotRun} if the directory is not in a git repository.
 */
export function openRepository(
  directory: string,
  oldDirectory: string | undefined,
  env: CommandContext['env'],
) {
  const real = realpathSync(directory)
  const gitEnv = gitEnvironment(env)
  const root = lineOf(runGit(real, gitEnv, ['rev-parse', '--show-toplevel']))
  const git = (...args: string[]) => runGit(root, gitEnv, args)
  const lineOrProblem = (problem: string, ...args: string[]) => {
    try {
      return lineOf(git(...args))
    } catch {
      throw new CannotRun(isShallow() ? `${problem}; ${INCOMPLETE_HISTORY}` : problem)
    }
  }
  const isShallow = () => lineOf(git('rev-parse', '--is-shallow-repository')) === 'true'
  const pathInRoot = (folder: string) => relativePath(realpathSync(root), folder)
  const path = pathInRoot(real)
  const oldPath = oldDirectory === undefined ? undefined : pathInRoot(oldDirectory)
  const names = new Set(readdirSync(real).filter(isContractFile))
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
      const commits = git('log', '--full-history', '--format=%H', 'HEAD', '--', CONTRACT_FILES)
      return commits.toString().split('\n').filter(Boolean)
    },

    /**
     * The contract files of a commit, even if the directory had another path then.
     * @throws {CannotRun} if several directories of the commit can be the one that was moved.
     */
    contractFiles(commit: string): { readonly name: string; readonly bytes: Uint8Array }[] {
      const paths = git('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit)
      return filesOf(paths.toString().split('\0').filter(isContractFile), commit).map((file) => ({
        name: posix.basename(file),
        bytes: git('show', `${commit}:${file}`),
      }))
    },
  }

  /** A directory that did not exist in the commit was moved there, or is new: then there are no files. */
  function filesOf(files: readonly string[], commit: string): readonly string[] {
    const inDirectory = (directory: string) => files.filter((file) => directoryOf(file) === directory)
    const same = inDirectory(path)
    if (same.length > 0) return same
    if (oldPath !== undefined) return inDirectory(oldPath)
    // A directory whose files are still there was not moved.
    const gone = files.filter((file) => !existsSync(join(root, file)))
    const candidates = new Set(gone.filter((file) => names.has(posix.basename(file))).map(directoryOf))
    if (candidates.size > 1) {
      throw new CannotRun(
        `${path} can have been each of ${[...candidates].join(', ')} in ${commit.slice(0, 12)}; name the right one with --old-directory`,
      )
    }
    const [moved] = candidates
    return gone.filter((file) => directoryOf(file) === moved)
  }
}

const INCOMPLETE_HISTORY =
  'the history is incomplete because this is a shallow clone: run git fetch --unshallow, or set fetch-depth: 0 in CI'

const CONTRACT_FILES = ':(top,glob)**/*.schema.json'

const isContractFile = (file: string): boolean => file.endsWith('.schema.json')

const lineOf = (output: Buffer): string => output.toString().trim()

/** Empty for the root of the repository. */
const directoryOf = (file: string): string => posix.dirname(file).replace(/^\.$/, '')

/**
 * In hooks of a linked working tree, git sets `GIT_DIR` without `GIT_WORK_TREE`. Then git takes the current directory for the
 * root of the working tree, instead of searching for it.
 */
function gitEnvironment({ GIT_DIR, ...env }: CommandContext['env']): CommandContext['env'] {
  return env['GIT_WORK_TREE'] === undefined ? env : { ...env, GIT_DIR }
}

function runGit(cwd: string, env: CommandContext['env'], args: readonly string[]): Buffer {
  try {
    // Not imported, because every command loads this file, and few run git.
    return getBuiltinModule('node:child_process').execFileSync('git', args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    const lines = (stderr?.toString().trim() ?? message).split('\n')
    throw new CannotRun(`git ${args.join(' ')}: ${lines[0] ?? ''}`, lines.slice(1))
  }
}
