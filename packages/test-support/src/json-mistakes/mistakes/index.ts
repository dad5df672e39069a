import { additionMistakes } from './additions.ts'
import { bracketMistakes } from './brackets.ts'
import type { Mistake } from './mistake.ts'
import { quoteMistakes } from './quotes.ts'
import { separatorMistakes } from './separators.ts'
import { stringMistakes } from './strings.ts'

/** The kinds of mistakes, in the order of the tables. */
export const mistakes: readonly Mistake[] = [
  ...bracketMistakes,
  ...separatorMistakes,
  ...quoteMistakes,
  ...stringMistakes,
  ...additionMistakes,
]
