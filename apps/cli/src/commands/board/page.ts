import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { type BoardServer, createReport, EDITORS, editorTemplate, serveBoard } from '@workbench/board'
import { escapeText } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { writeFiles } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeText } from '../../output/write.ts'
import type { BoardValues } from './command.ts'
import { openBoard } from './open-board.ts'

/** Writes the board as an HTML file, or serves it. */
export async function showPage(request: BoardValues, context: CommandContext): Promise<void> {
  const board = openBoard(request, context)
  const editor = templateOf(request.editor)
  const { html, port } = request
  const print = (line: string) => writeText(context.stdout, `${line}\n`)
  if (html === undefined) {
    const start = (port: number): Promise<BoardServer> => serveBoard({ board, port, editor })
    const { origin } = await start(port ?? DEFAULT_PORT).catch((error: unknown) => {
      if (port === undefined && isInUse(error)) return start(0)
      if (port === undefined || !(error instanceof Error)) throw error
      const reason = isInUse(error) ? 'it is in use; name another one, or 0 for any' : error.message
      throw new CannotRun(`Cannot use port ${port}: ${reason}`)
    })
    print(`The board of ${escapeText(board.root)} is at ${origin}/; stop it with Ctrl+C`)
    return
  }
  const path = resolve(context.cwd, html)
  if (!existsSync(dirname(path))) throw new CannotRun(`${html}: the directory does not exist; create it`)
  writeFiles(board.root, [{ path, text: createReport(board, new Date(), editor) }])
  const { files } = board
  const invalid = files.filter(({ valid }) => !valid).length
  print(`Wrote ${escapeText(html)}: ${pluralize(files.length, 'artifact')}, ${invalid} invalid`)
}

/**
 * The address template of the editor that `--editor` names.
 * @throws {CannotRun} if it is neither a known editor nor an address.
 */
function templateOf(editor: string | undefined): string | undefined {
  const template = editor === undefined ? undefined : editorTemplate(editor)
  if (editor !== undefined && template === undefined)
    throw new CannotRun(
      `Expected an editor (${Object.keys(EDITORS).join(', ')}) or an address with {file}; received ${editor}`,
    )
  return template
}

const DEFAULT_PORT = 7700

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
