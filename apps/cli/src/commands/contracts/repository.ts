import { execFileSync } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'

/** Earlier versions of a contract directory, which are read from git. */
export type Repository = ReturnType<typeof openRepository>

/** @throws {CannotRun} if the directory is not in a git repository. */
export function openRepository(directory: string, env: CommandContext['env']) {
  const real = realpathSync(directory)
  const gitEnv = gitEnvironment(env)
  const git = (cwd: string, ...args: string[]) => runGit(cwd, gitEnv, args)
  const root = git(real, 'rev-parse', '--show-toplevel').toString().trim()
  const path = relative(realpathSync(root), real).split(sep).join('/')
  const names = new Set(readdirSync(real).filter(isContractFile))
  return {
    /**
     * Resolves a commit, branch or tag to a commit hash.
     * @throws {CannotRun} if there is no such commit.
     */
    resolve(ref: string): string {
      try {
        return git(root, 'rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).toString().trim()
      } catch {
        throw new CannotRun(`There is no commit ${JSON.stringify(ref)} in ${root}`)
      }
    },

    /**
     * Hashes of all commits reachable from HEAD that changed a contract file.
     * @throws {CannotRun} in a shallow clone.
     */
    versions(): string[] {
      if (git(root, 'rev-parse', '--is-shallow-repository').toString().trim() === 'true') {
        throw new CannotRun(
          'The history is incomplete because this is a shallow clone; run git fetch --unshallow',
        )
      }
      // --full-history includes versions that a merge discarded; the glob includes versions in other directories.
      const commits = ['log', '--full-history', '--format=%H', 'HEAD', '--', ':(top,glob)**/*.schema.json']
      return git(root, ...commits)
        .toString()
        .split('\n')
        .filter(Boolean)
    },

    /** The contract files of a commit, even if the directory had another path then. */
    contractFiles(commit: string): { readonly name: string; readonly bytes: Uint8Array }[] {
      const paths = git(root, 'ls-tree', '-r', '-z', '--name-only', '--full-tree', commit)
      const files = paths.toString().split('\0').filter(isContractFile)
      return selectDirectory(files, path, names).map((file) => ({
        name: posix.basename(file),
        bytes: git(root, 'show', `${commit}:${file}`),
      }))
    },
  }
}

const isContractFile = (file: string): boolean => file.endsWith('.schema.json')

/**
 * The files in the contract directory. If the directory did not exist in that commit, it was moved later: then the files
 * in the directory that shares the most file names with it.
 */
function selectDirectory(files: readonly string[], path: string, names: ReadonlySet<string>): string[] {
  const directories = new Map<string, string[]>()
  for (const file of files) {
    const directory = posix.dirname(file).replace(/^\.$/, '')
    directories.set(directory, [...(directories.get(directory) ?? []), file])
  }
  const shared = (inDirectory: readonly string[]) =>
    inDirectory.filter((file) => names.has(posix.basename(file))).length
  const moved = [...directories.values()].sort((a, b) => shared(b) - shared(a))[0] ?? []
  return directories.get(path) ?? (shared(moved) > 0 ? moved : [])
}

/**
 * In hooks of a linked working tree, git sets `GIT_DIR` without `GIT_WORK_TREE`. Then git takes the current directory for the
 * root of the working tree, instead of searching for it.
 */
function gitEnvironment({ GIT_DIR, ...env }: CommandContext['env']): CommandContext['env'] {
  return env['GIT_WORK_TREE'] === undefined ? env : { ...env, GIT_DIR }
}

function runGit(cwd: string, env: CommandContext['env'], args: readonly string[]): Buffer {
  try {
    return execFileSync('git', args, {
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
