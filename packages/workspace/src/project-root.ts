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
  return nearestProject(cwd, env) ?? (start && (nearestProject(start, env) ?? start)) ?? resolve(cwd)
}

const pathIn = (env: ProjectRootOptions['env'], name: string, cwd: string): string | undefined =>
  env[name] ? resolve(cwd, env[name]) : undefined

/**
 * The nearest ancestor with `.workbench`, but not above the nearest `.git`, which else is the root; undefined if there is
 * neither. The `.git` of a submodule does not count, since the submodule is a part of the project, nor does a working area in
 * a home folder or in `/`, which is above all projects.
 */
export function nearestProject(start: string, env: ProjectRootOptions['env']): string | undefined {
  const homes = [env['HOME'], env['USERPROFILE']].map((home) => home && resolve(home))
  let submodule: string | undefined
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const isTop = folder === dirname(folder)
    if (!isTop && !homes.includes(folder) && existsSync(join(folder, AREA_FOLDER))) return folder
    const git = join(folder, '.git')
    if (existsSync(git)) {
      if (!isSubmodule(git)) return folder
      submodule ??= folder
    }
    if (isTop) return submodule
  }
}

/** In a submodule, `.git` is a file that names a folder in `modules` of the repository around it. */
const isSubmodule = (git: string): boolean => /^gitdir: .*[\\/]modules[\\/]/.test(textOf(git) ?? '')
