import { aroundMistakes } from './around.ts'
import { literalMistakes } from './literals.ts'
import { punctuationMistakes } from './punctuation.ts'
import { stringMistakes } from './strings.ts'
import type { TextualMistake } from './textual-mistake.ts'

export type { TextualMistake } from './textual-mistake.ts'

/** The classes of mistakes in the text of an artifact. */
export const textualMistakes: readonly TextualMistake[] = [
  ...aroundMistakes,
  ...punctuationMistakes,
  ...stringMistakes,
  ...literalMistakes,
]
