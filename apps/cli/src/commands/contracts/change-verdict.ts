import type { ContractChange } from '@workbench/contracts'

const CHANGE_FORMATS = ['text', 'json', 'github'] as const
export type ChangeFormat = (typeof CHANGE_FORMATS)[number]

/** `--format` of the commands that report contract changes or problems. */
export const CHANGE_FORMAT_OPTION = {
  choices: CHANGE_FORMATS,
  default: 'text' as const,
  describe: 'Output format',
}

type Compatibility = 'compatible' | 'breaking' | 'unknown'

/** The most severe verdict of the changes; `compatible` if there are none. */
export const verdictOf = (changes: readonly ContractChange[]): Compatibility =>
  changes.length === 0
    ? 'compatible'
    : changes.some(({ verdict }) => verdict === 'breaking')
      ? 'breaking'
      : 'unknown'
