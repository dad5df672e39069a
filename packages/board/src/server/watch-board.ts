import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import { AREA_FOLDER } from '@workbench/workspace'
import { watch } from 'chokidar'

import type { Board } from '../model/board.ts'

/** A write causes several events. Pages are notified once in this time, in milliseconds. */
const COLLECT_MS = 30

/** After this time, in milliseconds, chokidar watches a new folder, even on a busy machine. */
const SETTLE_MS = 300

interface BoardWatcher {
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
  const change = collect(onChange, COLLECT_MS)
  /** chokidar lists a folder before it watches it: what is created in between causes no event, and is not watched. */
  const watchMissedFolders = collect(() => {
    const known = watcher.getWatched()
    const present = [board.root, area, board.folder].flatMap(foldersIn).filter(isWatched)
    const missed = present.filter((folder) => !Object.hasOwn(known, folder))
    watcher.add(missed)
    if (missed.length > 0) watchMissedFolders.soon()
    change.soon()
  }, SETTLE_MS)
  watcher.on('ready', watchMissedFolders.soon)
  watcher.on('addDir', watchMissedFolders.soon)
  watcher.on('all', (_event, path) => {
    if (path.startsWith(board.contracts.directory + sep)) board.reopenContracts()
    change.soon()
  })
  watcher.on('error', (error) => onError(error as Error))
  return {
    close: () => {
      change.cancel()
      watchMissedFolders.cancel()
      return watcher.close()
    },
  }
}

/** A function that is called once, some time after the first of several calls of `soon`. */
function collect(run: () => void, milliseconds: number) {
  let timer: NodeJS.Timeout | undefined
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, milliseconds)
    },
    cancel: () => clearTimeout(timer),
  }
}

/** None if the folder does not exist or cannot be read. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}
