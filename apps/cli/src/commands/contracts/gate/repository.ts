import { execFileSync } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'

import { CannotRun } from '../../../exit-status.ts'

/** The contracts of a directory as git remembers them. */
export interface Repository {
  /** @throws {CannotRun} where the name leads to no commit. */
  resolve(ref: string): string
  /** Every commit, up to the current one, that changed a contract file. */
  versions(): string[]
  /** The contracts as they were, also where they stood in another folder then. */
  contractFiles(commit: string): { readonly name: string; readonly bytes: Uint8Array }[]
}

/** @throws {CannotRun} where the directory is not in a git repository. */
export function openRepository(directory: string): Repository {
  const real = realpathSync(directory)
  const root = git(real, 'rev-parse', '--show-toplevel').toString().trim()
  const path = relative(realpathSync(root), real).split(sep).join('/')
  const lines = (...args: string[]) =>
    git(root, ...args)
      .toString()
      .split(/[\n\0]/)
      .filter(Boolean)
  const names = new Set(readdirSync(real).filter(isContractFile))
  return {
    resolve: (ref) => {
      try {
        return git(root, 'rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).toString().trim()
      } catch {
        throw new CannotRun(`There is no commit ${JSON.stringify(ref)} in ${root}`)
      }
    },
    versions: () => {
      if (lines('rev-parse', '--is-shallow-repository')[0] === 'true') {
        throw new CannotRun('The history is cut off here; fetch all of it with git fetch --unshallow')
      }
      // What a merge undid was in force all the same, and so was what stood in another folder.
      return lines('log', '--full-history', '--format=%H', 'HEAD', '--', ':(top,glob)**/*.schema.json')
    },
    contractFiles: (commit) => {
      const files = lines('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit).filter(isContractFile)
      return folderOf(files, path, names).map((file) => ({
        name: posix.basename(file),
        bytes: git(root, 'show', `${commit}:${file}`),
      }))
    },
  }
}

const isContractFile = (file: string): boolean => file.endsWith('.schema.json')

/** The contracts of the folder or, where it had none yet, of the one that has most of their names: it was moved. */
function folderOf(files: readonly string[], path: string, names: ReadonlySet<string>): string[] {
  const folders = new Map<string, string[]>()
  for (const file of files) {
    const folder = posix.dirname(file).replace(/^\.$/, '')
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const shared = (inFolder: readonly string[]) =>
    inFolder.filter((file) => names.has(posix.basename(file))).length
  const moved = [...folders.values()].sort((a, b) => shared(b) - shared(a))[0] ?? []
  return folders.get(path) ?? (shared(moved) > 0 ? moved : [])
}

function git(cwd: string, ...args: string[]): Buffer {
  try {
    return execFileSync('git', args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    throw new CannotRun(`git ${args.join(' ')}: ${stderr?.toString().trim() ?? message}`)
  }
}
