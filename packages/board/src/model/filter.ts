import { pluralize } from '@workbench/contracts/internal'

import type { BoardFile } from './board-file.ts'
import { severityRank } from './summary.ts'

/**
 * The parameters of the address of the board that select artifacts. `q` are words that must all occur in the text of
 * {@link searchText}; `show` is `invalid`, `advice` or `block`.
 */
export const FILTERS = ['q', 'show', 'contract', 'severity', 'verdict', 'agent'] as const

/** The value of each parameter; empty if it selects none. */
export type Filter = Readonly<Record<(typeof FILTERS)[number], string>>

export const readFilter = (parameter: (name: string) => string | undefined): Filter =>
  Object.fromEntries(FILTERS.map((name) => [name, parameter(name) ?? ''])) as Filter

/** The states that `show` can select. */
export const statesOf = ({ valid, advice, summary: { isBlock } }: BoardFile): string[] => [
  ...(valid ? [] : ['invalid']),
  ...(advice ? ['advice'] : []),
  ...(isBlock === true ? ['block'] : []),
]

/** What `q` is searched in besides the path, the outcome and the title. */
export const keywordsOf = ({ schema = '', producer = '', summary: { keywords = '' } }: BoardFile): string =>
  [schema, producer, keywords].join(' ').trim()

const searchText = (file: BoardFile): string =>
  [file.path, file.summary.outcome, file.summary.title, keywordsOf(file)].join(' ').toLowerCase()

/** The script of the page applies the same rules to cards. */
export function matches(file: BoardFile, filter: Filter): boolean {
  const { schema = '', agent, summary } = file
  return (
    (filter.show === '' || statesOf(file).includes(filter.show)) &&
    (filter.contract === '' || filter.contract === schema) &&
    (filter.severity === '' || filter.severity === summary.severity) &&
    (filter.verdict === '' || filter.verdict === summary.verdict) &&
    (filter.agent === '' || filter.agent === agent) &&
    containsAll(searchText(file), filter.q)
  )
}

const containsAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))

/** From the newest to the oldest. */
export const byTime = (a: BoardFile, b: BoardFile): number => b.modified.getTime() - a.modified.getTime()

/** From the highest severity to the lowest; the newest first of those with the same one. */
export const bySeverity = (a: BoardFile, b: BoardFile): number =>
  severityRank(a.summary.severity) - severityRank(b.summary.severity) || byTime(a, b)

/** How many artifacts are not valid, and how many say that work cannot go on. */
export function countProblems(files: readonly BoardFile[]): {
  readonly count: number
  readonly text: string
} {
  const invalid = files.filter(({ valid }) => !valid).length
  const blocks = files.filter(({ summary }) => summary.isBlock).length
  const texts = [invalid > 0 && `${invalid} not valid`, blocks > 0 && pluralize(blocks, 'block')]
  return { count: invalid + blocks, text: texts.filter(Boolean).join(', ') }
}
