import { formatViolations, type Violation } from '@workbench/contracts'

/** A file that fails validation, or that could not be validated. */
export type Rejection =
  | { readonly path: string; readonly schema: string | undefined; readonly violations: readonly Violation[] }
  | { readonly path: string; readonly problem: string }

/** In characters. Agents shorten hook output of more than 10,000. */
const MAX_MESSAGE_LENGTH = 9_900

/** The message to the agent, most severe rejections first; empty if there are none. */
export function rejectionMessage(rejections: readonly Rejection[]): string {
  const sorted = [...rejections].sort((a, b) => rejectionRank(a) - rejectionRank(b))
  // With fewer violations of each file, more files fit.
  const messages = [20, 5, 1].map((limit) => sorted.map((rejection) => format(rejection, limit)).join('\n\n'))
  return (
    messages.find((message) => message.length <= MAX_MESSAGE_LENGTH) ??
    truncate(sorted.map((rejection) => format(rejection, 1)))
  )
}

function format(rejection: Rejection, limit: number): string {
  if ('problem' in rejection) return `workbench: ${rejection.path} was rejected: ${rejection.problem}`
  const { path, violations } = rejection
  const sorted = [...violations].sort((a, b) => violationRank(a) - violationRank(b))
  const count = violations.length === 1 ? 'this violation' : `these ${violations.length} violations`
  return `workbench: ${path} ${failure(rejection)}; fix ${count} and write the file again:\n${formatViolations(sorted, { limit })}`
}

function failure({ schema, violations }: Exclude<Rejection, { readonly problem: string }>): string {
  if (schema !== undefined) return `failed validation against ${schema}`
  return violations.some(({ keyword }) => keyword === 'syntax')
    ? 'is not valid JSON'
    : 'names no known contract'
}

/** Keywords whose violations come first, because they can be the cause of others. */
const KEYWORDS_FIRST = ['syntax', 'duplicate', 'const', 'required']

const violationRank = ({ keyword }: Violation): number =>
  KEYWORDS_FIRST.includes(keyword) ? KEYWORDS_FIRST.indexOf(keyword) : KEYWORDS_FIRST.length

const rejectionRank = (rejection: Rejection): number =>
  'problem' in rejection ? -1 : Math.min(...rejection.violations.map(violationRank))

/** As many blocks as fit, and the number of the others. */
function truncate(blocks: readonly string[]): string {
  const kept: string[] = []
  for (const block of blocks) {
    if ([...kept, block].join('\n\n').length > MAX_MESSAGE_LENGTH - 100) break
    kept.push(block)
  }
  return [...kept, `workbench: … and ${blocks.length - kept.length} more files were rejected`].join('\n\n')
}
