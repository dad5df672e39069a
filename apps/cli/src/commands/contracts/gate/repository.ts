import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'

import { CannotRun } from '../../../exit-status.ts'

/** The contracts of a directory as git remembers them. */
export interface Repository {
  /** @throws {CannotRun} where the name leads to no commit. */
  resolve(ref: string): string
  /** Every commit, up to the current one, that changed a file of the directory. */
  versions(): string[]
  contractFiles(commit: string): { readonly name: string; readonly bytes: Uint8Array }[]
}

/** @throws {CannotRun} where the directory is not in a git repository. */
export function openRepository(directory: string): Repository {
  const real = realpathSync(directory)
  const root = git(real, 'rev-parse', '--show-toplevel').toString().trim()
  const path = relative(realpathSync(root), real)
  const lines = (...args: string[]) =>
    git(root, ...args)
      .toString()
      .split(/[\n\0]/)
      .filter(Boolean)
  return {
    resolve: (ref) =>
      git(root, 'rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).toString().trim(),
    versions: () => {
      if (lines('rev-parse', '--is-shallow-repository')[0] === 'true') {
        throw new CannotRun('The history is cut off here; fetch all of it with git fetch --unshallow')
      }
      // What a merge undid was in force all the same.
      return lines('log', '--full-history', '--format=%H', 'HEAD', '--', path || '.')
    },
    contractFiles: (commit) =>
      lines('ls-tree', '-z', '--name-only', commit, ...(path === '' ? [] : ['--', `${path}/`]))
        .filter((file) => file.endsWith('.schema.json'))
        .map((file) => ({ name: basename(file), bytes: git(root, 'show', `${commit}:${file}`) })),
  }
}

function git(cwd: string, ...args: string[]): Buffer {
  try {
    return execFileSync('git', ['--literal-pathspecs', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    throw new CannotRun(`git ${args.join(' ')}: ${stderr?.toString().trim() ?? message}`)
  }
}
