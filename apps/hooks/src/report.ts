import { formatViolations, type Violation } from '@workbench/contracts'

import { type Answer, silence } from './answer.ts'

/** Why a file goes back: its violations, or a sentence. */
export type Complaint =
  | { readonly path: string; readonly schema: string | undefined; readonly violations: readonly Violation[] }
  | { readonly path: string; readonly problem: string }

/** Agents cut what is longer, in characters. */
const LONGEST = 9_900

/** The answer that sends files back, the worst first; silence where there are none. */
export function answerTo(complaints: readonly Complaint[]): Answer {
  if (complaints.length === 0) return silence
  const sorted = [...complaints].sort((a, b) => rankOf(a) - rankOf(b))
  const texts = [20, 5, 1].map((limit) => sorted.map((complaint) => textOf(complaint, limit)))
  const fitting = texts.find((blocks) => blocks.join('\n\n').length <= LONGEST) ?? cut(texts.at(-1) ?? [])
  return { status: 2, message: fitting.join('\n\n') }
}

function textOf(complaint: Complaint, limit: number): string {
  const { path } = complaint
  if ('problem' in complaint) return `workbench: ${path} goes back to you; ${complaint.problem}`
  const { schema, violations } = complaint
  const sorted = [...violations].sort((a, b) => rank(a) - rank(b))
  const isText = violations.every(({ keyword }) => keyword !== 'syntax')
  const breaks =
    schema !== undefined ? `breaks its contract ${schema}` : isText ? 'follows no contract' : 'is not JSON'
  return `workbench: ${path} ${breaks} and goes back to you; mend it and write it again:\n${formatViolations(sorted, { limit })}`
}

/** What keeps the artifact from being read at all comes first, then what is missing, then the rest in its order. */
const RANKS = ['syntax', 'duplicate', 'const', 'required']

const rank = ({ keyword }: Violation): number =>
  RANKS.includes(keyword) ? RANKS.indexOf(keyword) : RANKS.length

const rankOf = (complaint: Complaint): number =>
  'problem' in complaint ? -1 : Math.min(...complaint.violations.map(rank))

/** As many blocks as fit, and a count of the rest. */
function cut(blocks: readonly string[]): string[] {
  const kept: string[] = []
  for (const block of blocks) {
    if ([...kept, block].join('\n\n').length > LONGEST - 100) break
    kept.push(block)
  }
  return [...kept, `workbench: … and ${blocks.length - kept.length} more files go back to you`]
}
