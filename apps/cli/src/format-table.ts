import cliui from 'cliui'

import type { Output } from './context.ts'

/** Spaces between two columns. */
const GAP = 2
/** Maximum width in characters of every column but the last. */
const MAX_COLUMN_WIDTH = 44

/**
 * Lays out rows as a table. Each column is as wide as its longest cell, up to `MAX_COLUMN_WIDTH`; the last column takes
 * the remaining width of the terminal. Longer cells wrap.
 */
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

// eslint-disable-next-line no-control-regex -- ANSI color codes have no width
const visibleLength = (text: string): number => text.replaceAll(/\u001b\[\d+m/g, '').length
