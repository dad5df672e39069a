import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { AREA_FOLDER } from './working-area.ts'

/** Where the search for a project begins. */
export interface ProjectRootOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/**
 * The project's root: `CLAUDE_PROJECT_DIR`, else `WORKBENCH_ROOT`, else the nearest ancestor with `.workbench` or
 * `.git`, else the current directory.
 */
export function findProjectRoot({ env, cwd }: ProjectRootOptions): string {
  const named = [env['CLAUDE_PROJECT_DIR'], env['WORKBENCH_ROOT']].find(
    (path) => path !== undefined && path !== '',
  )
  if (named !== undefined) return resolve(cwd, named)
  const start = resolve(cwd)
  for (let folder = start; ; folder = dirname(folder)) {
    if ([AREA_FOLDER, '.git'].some((name) => existsSync(join(folder, name)))) return folder
    if (folder === dirname(folder)) return start
  }
}
