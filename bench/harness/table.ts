/** Formats a Markdown table with the first column aligned left and the others aligned right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? ':--' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|')
