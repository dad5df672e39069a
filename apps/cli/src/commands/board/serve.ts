import { type Board, type BoardServer, serveBoard } from '@workbench/board'
import { describeFsError, escapeText } from '@workbench/contracts'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeError, writeText } from '../../output/write.ts'

const DEFAULT_PORT = 7700

/** Serves the board until the process is ended. */
export async function serve(
  board: Board,
  port: number | undefined,
  { stdout, stderr }: CommandContext,
): Promise<void> {
  const { origin } = await start(board, port, (error) =>
    writeError(
      stderr,
      `cannot watch the files: ${describeFsError(error)}; load the page again to see changes`,
    ),
  )
  writeText(stdout, `The board of ${escapeText(board.root)} is at ${origin}/; stop it with Ctrl+C\n`)
}

async function start(
  board: Board,
  port: number | undefined,
  onWatchError: (error: Error) => void,
): Promise<BoardServer> {
  try {
    return await serveBoard({ board, port: port ?? DEFAULT_PORT, onWatchError })
  } catch (error) {
    if (port === undefined && isInUse(error)) return serveBoard({ board, port: 0, onWatchError })
    if (port === undefined || !(error instanceof Error)) throw error
    const reason = isInUse(error) ? 'it is in use; name another one, or 0 for any' : error.message
    throw new CannotRun(`Cannot use port ${port}: ${reason}`)
  }
}

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
