import { resolve } from 'node:path'

import { Board } from '@workbench/board'
import { openContracts } from '@workbench/contracts'
import { findProjectRoot, realPath } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { kindOfPath } from '../../paths.ts'
import type { BoardValues } from './command.ts'

/** @throws {CannotRun} if the folder does not exist. */
export function openBoard({ schemas: directory, folder }: BoardValues, { env, cwd }: CommandContext): Board {
  const root = findProjectRoot({ env, cwd })
  // The folder that the user names may be a link.
  const named = folder === undefined ? undefined : realPath(resolve(cwd, folder))
  if (folder !== undefined && (named === undefined || kindOfPath(named, cwd) !== 'directory'))
    throw new CannotRun(`${folder} is not a folder`)
  return new Board({
    root,
    folder: named,
    openContracts: () => openContracts({ directory, env, cwd: root }),
  })
}
