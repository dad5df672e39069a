import { existsSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { getBuiltinModule } from 'node:process'

import { GitError } from '../errors.ts'
import { isWithin, realPath } from '../files/confined-file.ts'
import { findRepository } from './find-repository.ts'

/*
 * The only place that starts git. A checkout can come from anybody, with settings and attributes that name programs: so
 * none of the commands reads a file of the working tree, which a filter would convert, or checks a signature.
 */

type Command = 'cat-file' | 'ls-files' | 'ls-tree' | 'merge-base' | 'rev-list' | 'rev-parse'

type Environment = Readonly<Record<string, string | undefined>>

const OPTIONS = [
  '--no-pager',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'core.warnAmbiguousRefs=true'],
  ...['-c', 'safe.bareRepository=explicit'],
]

const VARIABLES = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  // A partial clone does not fetch what it lacks. Versions of git before 2.39.4 know only the second variable.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
}

/**
 * Opens the repository that has a folder in its working tree, whatever `GIT_DIR` names. Its function `git` returns what a
 * command prints, and throws a {@link GitError} if it fails.
 * @param timeout of each command, in milliseconds. Default: none.
 * @throws {GitError} if there is none, if git is not installed, or if git does not use it, because of its owner or format.
 */
export function openRepository(start: string, env: Environment = ownEnvironment, timeout?: number) {
  const found = findRepository(start)
  if (!found) throw new GitError(`${start} is not in a git repository`)
  const { root, folder } = found
  const program = findGit(env, root)
  const run = (variables: Environment, args: readonly string[]): Buffer => {
    // Not imported, because it takes long to load, and few callers need it.
    const { spawnSync } = getBuiltinModule('node:child_process')
    const { status, stdout, stderr, error } = spawnSync(program, [...OPTIONS, ...args], {
      cwd: root,
      env: { ...withoutGitVariables(env), ...VARIABLES, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
      timeout,
    })
    const problem = error?.message ?? stderr.toString().trim()
    // A tag can have the name of a branch, and then stands for it.
    if (status === 0 && !problem.includes('is ambiguous')) return stdout
    const isPartial = problem.includes('promisor remote')
    const advice = isPartial ? '\nThis partial clone lacks objects; run git fetch --refetch --no-filter' : ''
    throw new GitError(`git ${args.join(' ')}: ${problem.replaceAll(/\s*\n\s*/g, '\n')}${advice}`)
  }
  // Only if git searches for the repository itself, it checks the owner.
  const used = run({ GIT_CEILING_DIRECTORIES: dirname(root) }, ['rev-parse', '--absolute-git-dir'])
  if (realPath(used.toString().trim()) !== realPath(folder))
    throw new GitError(`${folder} is not a git repository`)
  const git = (command: Command, ...args: readonly string[]) =>
    run({ GIT_DIR: folder, GIT_WORK_TREE: root }, [command, ...args])
  return { root, git }
}

export type RunGit = ReturnType<typeof openRepository>['git']

// The readers of the memory get no environment, and git needs that of this process.
// oxlint-disable-next-line no-restricted-globals
const ownEnvironment: Environment = process.env

/** The configuration that the caller names stays, because it can say whose repositories are safe. */
const withoutGitVariables = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_(?!CONFIG|EXEC_PATH)/i.test(name)))

/** On the path, but not in the checkout: package managers put `node_modules/.bin` first, and a folder can be relative. */
function findGit(env: Environment, root: string): string {
  const name = sep === '\\' ? 'git.exe' : 'git'
  const checkout = realPath(root) ?? root
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && existsSync(join(folder, name)))
    .find((folder) => checkout === dirname(checkout) || !isWithin(checkout, realPath(folder) ?? folder))
  if (found === undefined)
    throw new GitError('git is not installed, or not on the path outside of the checkout; install it')
  return join(found, name)
}
