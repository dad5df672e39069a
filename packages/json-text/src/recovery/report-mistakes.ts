import { describeTextAt } from '../lexical/expectations.ts'
import type { SyntaxViolation } from '../text/decode.ts'
import type { Choice } from './explanation.ts'
import type { Mistake } from '../lexical/mistake.ts'

interface ReportContext {
  readonly text: string
  readonly lineOf: (offset: number) => number
  readonly choices: ReadonlyMap<Mistake, Choice>
}

/** The number of lines that a message lists. */
const MAX_LINES = 5

/** Reports each kind of mistake at its first offset, with the number and the lines of the others. */
export function reportMistakes(mistakes: readonly Mistake[], context: ReportContext): SyntaxViolation[] {
  const sorted = mistakes.toSorted((a, b) => a.offset - b.offset)
  const kinds = new Set(sorted.map(({ kind }) => kind))
  return Array.from(kinds).flatMap((kind) => {
    const [first, ...others] = sorted.filter((mistake) => mistake.kind === kind)
    if (!first) return []
    const message = describe(first, context) + describeOthers(others, context.lineOf)
    return { offset: first.offset, message }
  })
}

function describe(mistake: Mistake, { text, lineOf, choices }: ReportContext): string {
  const { offset, expected = '', received, hint } = mistake
  const choice = choices.get(mistake)
  const receivedAt = choice?.failure.token.start ?? offset
  const isElsewhere = received === undefined && lineOf(receivedAt) !== lineOf(offset)
  const others = choice?.others ?? []
  return [
    `Expected ${expected}; received ${received ?? describeTextAt(text, receivedAt)}`,
    isElsewhere ? ` in line ${lineOf(receivedAt)}` : '',
    ...[decimalCommaAt(text, receivedAt), hint]
      .filter(Boolean)
      .map((each, index) => `${index === 0 ? ':' : '; or'} ${each}`),
    ...others.map((other) => `; or ${other.hint} in line ${lineOf(other.offset)}`),
  ].join('')
}

/** What to do if the comma before the offset is that of a number such as `4,5`; `1,500` can also be an integer. */
function decimalCommaAt(text: string, offset: number): string {
  const [whole] = /(?<![\w.-])-?\d{1,20}(?=,$)/.exec(text.slice(Math.max(0, offset - 24), offset)) ?? []
  const [decimals] = /^\d{1,20}(?=\s*(?:\}|,\s*["}]))/.exec(text.slice(offset, offset + 40)) ?? []
  if (whole === undefined || decimals === undefined || (decimals.length === 3 && Number(whole) !== 0))
    return ''
  return `${whole},${decimals} has a decimal comma, write ${whole}.${decimals}`
}

function describeOthers(others: readonly Mistake[], lineOf: (offset: number) => number): string {
  if (others.length === 0) return ''
  const lines = [...new Set(others.map(({ offset }) => lineOf(offset)))]
  const listed = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  return `; ${others.length} more in ${lines.length === 1 ? 'line' : 'lines'} ${listed.join(', ')}`
}
