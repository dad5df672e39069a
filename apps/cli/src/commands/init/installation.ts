import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import type { Installation } from '@workbench/agents/install'
import { isWithin } from '@workbench/workspace'

import { findAgentProgram } from '../../find-agent-program.ts'
import { CannotRun } from '../../exit-status.ts'
import { relativePath } from '../../paths.ts'

const IN_PACKAGE = 'node_modules/@workbench/cli/dist/package'

/** Where Yarn keeps packages without node_modules: archives, and unpacked ones. Node.js reads them only if yarn starts it. */
const PLUG_AND_PLAY = /\.zip[\\/]|[\\/]\.yarn[\\/]/

/** The cache of npx, and the one of pnpm dlx. */
const TEMPORARY = /[\\/](_npx|dlx|dlx-[^\\/]*)[\\/]/

/**
 * The dependency of the project if there is one. It starts faster than a command on the path, and has the version that
 * the project chose.
 * @throws {CannotRun} if the command will not be there later
 */
export function findInstallation(root: string, cwd: string): Installation {
  for (let folder = resolve(cwd); isWithin(root, folder); folder = dirname(folder)) {
    if (existsSync(join(folder, IN_PACKAGE, 'hook.cjs')))
      return { folder: relativePath(root, join(folder, IN_PACKAGE)), command: 'npx --no workbench' }
    // The root of the file system is its own parent.
    if (folder === dirname(folder)) break
  }
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
  if (PLUG_AND_PLAY.test(folder)) return { folder: undefined, command: 'yarn workbench' }
  return isWithin(realRoot, folder)
    ? { folder: relativePath(realRoot, folder), command: 'npx --no workbench' }
    : { folder: undefined, command: 'workbench' }
}
