import cliui from 'cliui'

import type { Output } from './context.ts'

/** Blanks between two columns. */
const GAP = 2
/** Longest a column gets that is not the last one, in characters. */
const MAX_COLUMN_WIDTH = 44

/** Lays out rows in columns as wide as their longest cell, wrapped to the terminal; the last column takes the rest. */
export function formatTable(rows: readonly (readonly string[])[], { columns: width = 120 }: Output): string {
  const ui = cliui({ width, wrap: true })
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(MAX_COLUMN_WIDTH, Math.max(...rows.map((row) => visibleLength(row[column] ?? '')))),
  )
  for (const row of rows) {
    ui.div(
      ...row.map((text, column) => ({
        text,
        ...(column < row.length - 1 && {
          width: (widths[column] ?? 0) + GAP,
          padding: [0, GAP, 0, 0] as const,
        }),
      })),
    )
  }
  return ui
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

// eslint-disable-next-line no-control-regex -- colour codes take no room
const visibleLength = (text: string): number => text.replaceAll(/\u001b\[\d+m/g, '').length
