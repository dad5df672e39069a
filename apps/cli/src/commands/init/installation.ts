import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

import type { Installation } from '@workbench/agents'

import { findAgentProgram } from '../../agent-program.ts'
import { CannotRun } from '../../exit-status.ts'

const IN_PACKAGE = 'node_modules/@workbench/cli/dist/package'

/** The cache of npx, and the one of pnpm dlx. */
const TEMPORARY = /[\\/](_npx|dlx|dlx-[^\\/]*)[\\/]/

/**
 * The dependency of the project if there is one. It starts faster than a command on the path, and has the version that
 * the project chose.
 * @throws {CannotRun} if the command will not be there later
 */
export function findInstallation(root: string, cwd: string): Installation {
  for (let folder = resolve(cwd); isInside(folder, root); folder = dirname(folder))
    if (existsSync(join(folder, IN_PACKAGE, 'hook.cjs')))
      return { folder: relativePath(root, join(folder, IN_PACKAGE)) }
  const hook = findAgentProgram('hook')
  if (hook === undefined) {
    throw new CannotRun('The hook is part of the built command; run npx -y pnpm@12 build')
  }
  const folder = dirname(realpathSync(hook))
  if (TEMPORARY.test(folder)) {
    throw new CannotRun(
      'This copy of workbench is temporary; install it first: npm install --save-dev @workbench/cli',
    )
  }
  const realRoot = realpathSync(root)
  return { folder: isInside(folder, realRoot) ? relativePath(realRoot, folder) : undefined }
}

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const relativePath = (from: string, to: string): string => relative(from, to).split(sep).join('/')
