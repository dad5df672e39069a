import { join } from 'node:path'

import { AREA_FOLDER, attempt, listJsonFiles } from '@workbench/workspace'

import type { Board } from '../board/board.ts'
import { listWaveFiles } from '../board/wave-files.ts'

/** In milliseconds. */
const INTERVAL = 300

/**
 * Looks at the artifacts, the memory and the contracts of a board several times in a second. Events of the system would need a
 * watcher in each folder, whose number it limits; it sends none for folders on other machines.
 * @returns a function that ends it
 */
export function watchBoard(board: Board, onChange: () => void): () => void {
  const { root, folder, contracts } = board
  const list = (path: string) => attempt(() => listJsonFiles(path, 1))
  const look = () => ({
    contracts: JSON.stringify(list(contracts.directory)),
    files: JSON.stringify([listWaveFiles(root, folder), list(join(root, AREA_FOLDER, 'memory'))]),
  })
  let known = look()
  const timer = setInterval(() => {
    const before = known
    known = look()
    if (known.contracts !== before.contracts) board.reopenContracts()
    else if (known.files === before.files) return
    onChange()
  }, INTERVAL)
  return () => clearInterval(timer)
}
