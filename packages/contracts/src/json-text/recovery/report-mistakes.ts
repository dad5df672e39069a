import type { Mistake } from './mistake.ts'

export interface SyntaxViolation {
  readonly message: string
  /** In UTF-16 code units from 0. */
  readonly offset: number
}

/** The number of lines that a message lists. */
const MAX_LINES = 5

/** Reports each kind of mistake at its first offset, with the number and the lines of the others. */
export function reportMistakes(
  mistakes: readonly Mistake[],
  lineOf: (offset: number) => number,
): SyntaxViolation[] {
  const byKind = new Map<string, Mistake[]>()
  for (const mistake of [...mistakes].sort((a, b) => a.offset - b.offset)) {
    const same = byKind.get(mistake.kind)
    if (same) same.push(mistake)
    else byKind.set(mistake.kind, [mistake])
  }
  return [...byKind.values()].flatMap(([first, ...others]) =>
    first ? { offset: first.offset, message: first.message() + describeOthers(others, lineOf) } : [],
  )
}

function describeOthers(others: readonly Mistake[], lineOf: (offset: number) => number): string {
  if (others.length === 0) return ''
  const lines = [...new Set(others.map(({ offset }) => lineOf(offset)))]
  const listed = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  return `; ${others.length} more in ${lines.length === 1 ? 'line' : 'lines'} ${listed.join(', ')}`
}
