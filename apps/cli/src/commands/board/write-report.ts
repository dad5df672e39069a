import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { type Board, createReport } from '@workbench/board'
import { escapeText, pluralize } from '@workbench/contracts'

import type { CommandContext } from '../../context.ts'
import { writeText } from '../../output/write.ts'

/** Writes the board as one HTML file, which loads nothing. */
export function writeReport(board: Board, file: string, { stdout, cwd }: CommandContext): void {
  writeFileSync(resolve(cwd, file), createReport(board, new Date()))
  const { files } = board
  const invalid = files.filter(({ valid }) => !valid).length
  writeText(stdout, `Wrote ${escapeText(file)}: ${pluralize(files.length, 'artifact')}, ${invalid} invalid\n`)
}
