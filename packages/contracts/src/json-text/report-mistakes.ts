import { describeTextAt } from './expectations.ts'
import type { Choice } from './recovery/explanation.ts'
import type { Mistake } from './lexical/mistake.ts'

export interface SyntaxViolation {
  readonly message: string
  /** In UTF-16 code units from 0. */
  readonly offset: number
}

interface Context {
  readonly text: string
  readonly lineOf: (offset: number) => number
  readonly choices: ReadonlyMap<Mistake, Choice>
}

/** The number of lines that a message lists. */
const MAX_LINES = 5

/** Reports each kind of mistake at its first offset, with the number and the lines of the others. */
export function reportMistakes(mistakes: readonly Mistake[], context: Context): SyntaxViolation[] {
  const sorted = mistakes.toSorted((a, b) => a.offset - b.offset)
  const kinds = new Set(sorted.map(({ kind }) => kind))
  return Array.from(kinds).flatMap((kind) => {
    const [first, ...others] = sorted.filter((mistake) => mistake.kind === kind)
    if (!first) return []
    const message = describe(first, context) + describeOthers(others, context.lineOf)
    return { offset: first.offset, message }
  })
}

function describe(mistake: Mistake, { text, lineOf, choices }: Context): string {
  const { offset, expected = '', received, hint } = mistake
  const choice = choices.get(mistake)
  const receivedAt = choice?.failure.token.start ?? offset
  const isElsewhere = received === undefined && lineOf(receivedAt) !== lineOf(offset)
  const others = choice?.others ?? []
  return [
    `Expected ${expected}; received ${received ?? describeTextAt(text, receivedAt)}`,
    isElsewhere ? ` in line ${lineOf(receivedAt)}` : '',
    hint === '' ? '' : `: ${hint}`,
    ...others.map((other) => `; or ${other.hint} in line ${lineOf(other.offset)}`),
  ].join('')
}

function describeOthers(others: readonly Mistake[], lineOf: (offset: number) => number): string {
  if (others.length === 0) return ''
  const lines = [...new Set(others.map(({ offset }) => lineOf(offset)))]
  const listed = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  return `; ${others.length} more in ${lines.length === 1 ? 'line' : 'lines'} ${listed.join(', ')}`
}
