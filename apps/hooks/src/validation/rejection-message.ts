import { formatViolations, type Violation } from '@workbench/contracts'

import { type HookResponse, emptyResponse } from '../response.ts'

/** Why a file goes back: its violations, or a sentence. */
export type Rejection =
  | { readonly path: string; readonly schema: string | undefined; readonly violations: readonly Violation[] }
  | { readonly path: string; readonly problem: string }

/** Agents cut what is longer, in characters. */
const MAX_MESSAGE_LENGTH = 9_900

/** The answer that sends files back, the worst first; silence where there are none. */
export function answerTo(complaints: readonly Rejection[]): HookResponse {
  if (complaints.length === 0) return emptyResponse
  const sorted = [...complaints].sort((a, b) => rejectionRank(a) - rejectionRank(b))
  const texts = [20, 5, 1].map((limit) => sorted.map((complaint) => formatRejection(complaint, limit)))
  const fitting =
    texts.find((blocks) => blocks.join('\n\n').length <= MAX_MESSAGE_LENGTH) ?? truncate(texts.at(-1) ?? [])
  return { status: 2, message: fitting.join('\n\n') }
}

function formatRejection(complaint: Rejection, limit: number): string {
  const { path } = complaint
  if ('problem' in complaint) return `workbench: ${path} goes back to you; ${complaint.problem}`
  const { schema, violations } = complaint
  const sorted = [...violations].sort((a, b) => violationRank(a) - violationRank(b))
  const isText = violations.every(({ keyword }) => keyword !== 'syntax')
  const breaks =
    schema !== undefined ? `breaks its contract ${schema}` : isText ? 'follows no contract' : 'is not JSON'
  return `workbench: ${path} ${breaks} and goes back to you; mend it and write it again:\n${formatViolations(sorted, { limit })}`
}

/** What keeps the artifact from being read at all comes first, then what is missing, then the rest in its order. */
const KEYWORDS_FIRST = ['syntax', 'duplicate', 'const', 'required']

const violationRank = ({ keyword }: Violation): number =>
  KEYWORDS_FIRST.includes(keyword) ? KEYWORDS_FIRST.indexOf(keyword) : KEYWORDS_FIRST.length

const rejectionRank = (complaint: Rejection): number =>
  'problem' in complaint ? -1 : Math.min(...complaint.violations.map(violationRank))

/** As many blocks as fit, and a count of the rest. */
function truncate(blocks: readonly string[]): string[] {
  const kept: string[] = []
  for (const block of blocks) {
    if ([...kept, block].join('\n\n').length > MAX_MESSAGE_LENGTH - 100) break
    kept.push(block)
  }
  return [...kept, `workbench: … and ${blocks.length - kept.length} more files go back to you`]
}
