import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { AREA_FOLDER, isWithin } from '@workbench/workspace'
import { watch } from 'chokidar'

import type { Board } from '../board/board.ts'

/** A write causes several events. Pages are notified once in this time, in milliseconds. */
const COLLECT_MS = 30

/** After this time, in milliseconds, chokidar watches a new folder, even on a busy machine. */
const SETTLE_MS = 300

/** Watches the artifacts, the memory and the contracts of a board. Folders that do not exist yet are watched once they do. */
export function watchBoard(
  board: Board,
  onChange: () => void,
  onError: (error: Error) => void,
): { readonly close: () => Promise<void> } {
  const area = join(board.root, AREA_FOLDER)
  const { directory } = board.contracts
  const watched = [board.folder, join(area, 'memory'), directory]
  const isWatched = (path: string) =>
    path === board.root || path === area || watched.some((folder) => isWithin(folder, path))
  // The root comes first: a folder below it that does not exist yet cannot be watched by itself.
  const watcher = watch([board.root, board.folder, directory], {
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
    if (isWithin(directory, path)) board.reopenContracts()
    change.soon()
  })
  // chokidar reports a limit for each folder.
  const reported = new Set<string | undefined>()
  watcher.on('error', (error) => {
    const { code } = error as NodeJS.ErrnoException
    if (!reported.has(code)) onError(error as Error)
    reported.add(code)
  })
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
