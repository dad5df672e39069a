import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { escapeText } from '@workbench/contracts'

import { ProjectRootError } from './errors.ts'
import { textOf } from './git/find-repository.ts'
import { AREA_FOLDER } from './working-area.ts'

interface ProjectRootOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the event, the client or the process is, absolute. */
  readonly cwd: string
}

/**
 * Absolute path of the project's root: `WORKBENCH_ROOT`, else the {@link nearestProject} of the current directory, else
 * that of `CLAUDE_PROJECT_DIR`, else that folder itself, else the current directory. An empty variable counts as not set.
 * @throws {ProjectRootError} if `WORKBENCH_ROOT` names no folder.
 */
export function findProjectRoot({ env, cwd }: ProjectRootOptions): string {
  const configured = pathIn(env, 'WORKBENCH_ROOT', cwd)
  if (configured !== undefined) {
    if (existsSync(configured)) return configured
    throw new ProjectRootError(
      `${escapeText(configured)} does not exist; create this folder, or correct WORKBENCH_ROOT`,
    )
  }
  const start = pathIn(env, 'CLAUDE_PROJECT_DIR', cwd)
  return nearestProject(cwd) ?? (start && (nearestProject(start) ?? start)) ?? resolve(cwd)
}

const pathIn = (env: ProjectRootOptions['env'], name: string, cwd: string): string | undefined =>
  env[name] ? resolve(cwd, env[name]) : undefined

/**
 * The nearest ancestor with `.workbench`, else the nearest with `.git`; undefined if there is neither. A worktree of git
 * is a project of its own: what is above it is not searched.
 */
export function nearestProject(start: string): string | undefined {
  let repository: string | undefined
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, AREA_FOLDER))) return folder
    const hasGit = existsSync(join(folder, '.git'))
    if (hasGit) repository ??= folder
    if (folder === dirname(folder) || (hasGit && isWorktree(folder))) return repository
  }
}

/** In a worktree, `.git` is a file that names a folder in `worktrees` of the repository. */
const isWorktree = (folder: string): boolean =>
  /^gitdir: .*[\\/]worktrees[\\/]/.test(textOf(join(folder, '.git')) ?? '')
