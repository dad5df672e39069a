import { join, sep } from 'node:path'

import { AREA_FOLDER } from '@workbench/workspace'
import { watch } from 'chokidar'

import type { Board } from '../model/board.ts'

/** A write causes several events. Pages are told after the first one of this time, in milliseconds. */
const COLLECT_MS = 30

export interface BoardWatcher {
  readonly close: () => Promise<void>
}

/** Watches the artifacts, the memory and the contracts of a board. Folders that do not exist yet are watched once they do. */
export function watchBoard(
  board: Board,
  onChange: () => void,
  onError: (error: Error) => void,
): BoardWatcher {
  const area = join(board.root, AREA_FOLDER)
  const watched = [board.folder, join(area, 'memory'), board.contracts.directory]
  const isWatched = (path: string) =>
    path === board.root ||
    path === area ||
    watched.some((folder) => path === folder || path.startsWith(folder + sep))
  // The root comes first: a folder below it that does not exist yet cannot be watched by itself.
  const watcher = watch([board.root, board.folder, board.contracts.directory], {
    ignored: (path) => !isWatched(path),
    ignoreInitial: true,
    followSymlinks: false,
  })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, path) => {
    if (path.startsWith(board.contracts.directory + sep)) board.reopenContracts()
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, COLLECT_MS)
  })
  watcher.on('error', (error) => onError(error as Error))
  return {
    close: () => {
      clearTimeout(timer)
      return watcher.close()
    },
  }
}
