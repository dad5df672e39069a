import type { Mistake } from '../mistakes/mistake.ts'
import { displacedQuotesMistakes } from './quotes/displaced-quotes.ts'
import { escapedQuotesMistakes } from './quotes/escaped-quotes.ts'
import { missingQuotesMistakes } from './quotes/missing-quotes.ts'
import { oneForeignQuoteMistakes } from './quotes/one-foreign-quote.ts'
import { repeatedQuotesMistakes } from './quotes/repeated-quotes.ts'
import { twoForeignQuotesMistakes } from './quotes/two-foreign-quotes.ts'

/** Further kinds of mistakes that language models make, in the order of the tables. */
export const furtherMistakes: readonly Mistake[] = [
  ...oneForeignQuoteMistakes,
  ...twoForeignQuotesMistakes,
  ...repeatedQuotesMistakes,
  ...escapedQuotesMistakes,
  ...displacedQuotesMistakes,
  ...missingQuotesMistakes,
]
