import { type Advice, containsAll } from '@workbench/workspace'

import type { BoardFile } from './board-file.ts'
import { severityRank } from './summary.ts'

/** The values of an artifact that the parameters of the address with the same names select. */
export const VALUES = {
  wave: ({ wave }) => wave,
  contract: ({ schema }) => schema,
  severity: ({ summary }) => summary.severity,
  verdict: ({ summary }) => summary.verdict,
  agent: ({ agent }) => agent,
} satisfies Readonly<Record<string, (file: BoardFile) => string | undefined>>

/** The names of the parameters by which artifacts have equal values. */
export const VALUE_NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[]

/**
 * The parameters of the address of the board that select artifacts. `q` are words that must all occur in the path, the
 * contract, the outcome, the title or the keywords; `show` is one of {@link STATES}.
 */
export type Filter = Readonly<Partial<Record<'q' | 'show' | keyof typeof VALUES, string>>>

/** Empty parameters select nothing. */
export const readFilter = (parameter: (name: string) => string | undefined): Filter =>
  Object.fromEntries(
    ['q', 'show', ...VALUE_NAMES]
      .map((name) => [name, parameter(name) ?? ''] as const)
      .filter(([, value]) => value !== ''),
  )

/** What a handoff claims although the file is missing or invalid. */
export const wrongDeliverablesOf = ({ advice = [] }: BoardFile): Advice[] =>
  advice.filter(({ rule }) => rule === 'deliverable')

/** What `show` can select. */
export const STATES = {
  attention: (file) => !file.valid || file.summary.tone === 'bad' || wrongDeliverablesOf(file).length > 0,
  invalid: ({ valid }) => !valid,
  blocked: ({ valid, summary: { isBlock } }) => valid && isBlock === true,
  advice: ({ advice }) => advice !== undefined,
} satisfies Readonly<Record<string, (file: BoardFile) => boolean>>

export function matches(file: BoardFile, filter: Filter): boolean {
  const { path, schema = '', producer, summary } = file
  const { show, q = '' } = filter
  const text = [path, summary.outcome, summary.title, schema, producer, summary.keywords].join(' ')
  return (
    (show === undefined || Object.entries(STATES).some(([name, test]) => name === show && test(file))) &&
    VALUE_NAMES.every((name) => filter[name] === undefined || filter[name] === VALUES[name](file)) &&
    containsAll(text, q)
  )
}

/** From the newest to the oldest. */
export const byTime = (a: BoardFile, b: BoardFile): number => b.modified.getTime() - a.modified.getTime()

/** From the highest severity to the lowest; the newest first of those with the same one. */
export const bySeverity = (a: BoardFile, b: BoardFile): number =>
  severityRank(a.summary.severity) - severityRank(b.summary.severity) || byTime(a, b)

/** How many artifacts are not valid, and how many of the others say that work cannot go on; empty if there are none. */
export function countProblems(files: readonly BoardFile[]): string {
  const counts = (['invalid', 'blocked'] as const).map(
    (name) => [name, files.filter(STATES[name]).length] as const,
  )
  return counts.flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : [])).join(', ')
}
