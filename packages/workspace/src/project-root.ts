import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { AREA_FOLDER } from './working-area.ts'

interface ProjectRootOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Current directory, absolute. */
  readonly cwd: string
}

/**
 * Absolute path of the project's root: `CLAUDE_PROJECT_DIR`, else `WORKBENCH_ROOT`, else the nearest ancestor of the
 * current directory with `.workbench` or `.git`, else the current directory. An empty variable counts as not set.
 */
export function findProjectRoot({ env, cwd }: ProjectRootOptions): string {
  const configured = [env['CLAUDE_PROJECT_DIR'], env['WORKBENCH_ROOT']].find(
    (path) => path !== undefined && path !== '',
  )
  if (configured !== undefined) return resolve(cwd, configured)
  const start = resolve(cwd)
  for (let folder = start; ; folder = dirname(folder)) {
    if ([AREA_FOLDER, '.git'].some((name) => existsSync(join(folder, name)))) return folder
    if (folder === dirname(folder)) return start
  }
}
