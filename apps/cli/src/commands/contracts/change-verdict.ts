import type { ContractChange } from '@workbench/contracts'

/** The formats in which changes of contracts can be written. */
export const CHANGE_FORMATS = ['text', 'json', 'github'] as const
export type ChangeFormat = (typeof CHANGE_FORMATS)[number]

export type Verdict = 'compatible' | 'breaking' | 'unknown'

/** The worst of the changes: breaking outweighs unknown, and nothing at all is compatible. */
export const verdictOf = (changes: readonly ContractChange[]): Verdict =>
  changes.length === 0
    ? 'compatible'
    : changes.some(({ verdict }) => verdict === 'breaking')
      ? 'breaking'
      : 'unknown'
