import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Board } from '@workbench/board'
import { openContracts } from '@workbench/contracts'
import { AREA_FOLDER, findProjectRoot } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'

interface BoardRequest {
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  /** Folder that contains a folder for each wave; undefined for the blackboard of the project. */
  readonly folder: string | undefined
}

/** @throws {CannotRun} if the folder does not exist. */
export function openBoard({ directory, folder }: BoardRequest, { env, cwd }: CommandContext): Board {
  const root = findProjectRoot({ env, cwd })
  if (folder !== undefined && !statSync(resolve(cwd, folder), { throwIfNoEntry: false })?.isDirectory())
    throw new CannotRun(`${folder} is not a folder`)
  return new Board({
    root,
    folder: folder === undefined ? join(root, AREA_FOLDER, 'blackboard') : resolve(cwd, folder),
    openContracts: () => openContracts({ directory, env, cwd: root }),
  })
}
