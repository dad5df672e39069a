import type { Mistake } from '../mistakes/mistake.ts'
import { statementMistakes } from './around/statements.ts'
import { frameMistakes } from './around/frames.ts'
import { codeMistakes } from './around/code.ts'
import { furtherCommentMistakes } from './around/further-comments.ts'
import { lineMarkMistakes } from './around/line-marks.ts'
import { truncationMistakes } from './around/truncation.ts'
import { displacedQuotesMistakes } from './quotes/displaced-quotes.ts'
import { escapedQuotesMistakes } from './quotes/escaped-quotes.ts'
import { missingQuotesMistakes } from './quotes/missing-quotes.ts'
import { oneForeignQuoteMistakes } from './quotes/one-foreign-quote.ts'
import { repeatedQuotesMistakes } from './quotes/repeated-quotes.ts'
import { twoForeignQuotesMistakes } from './quotes/two-foreign-quotes.ts'
import { lostLinesMistakes } from './structure/lost-lines.ts'
import { furtherSeparatorMistakes } from './structure/separators.ts'
import { wrapperMistakes } from './structure/wrappers.ts'
import { wrongBracketsMistakes } from './structure/wrong-brackets.ts'
import { furtherNumberMistakes } from './values/further-numbers.ts'
import { furtherLiteralMistakes } from './values/further-literals.ts'
import { stringSyntaxMistakes } from './values/string-syntax.ts'
import { furtherEscapeMistakes } from './values/further-escapes.ts'
import { otherFormatMistakes } from './values/other-formats.ts'
import { encodingMistakes } from './values/encodings.ts'
import { wordMistakes } from './words/words.ts'
import { nameMistakes } from './words/names.ts'

/** Further kinds of mistakes that language models make, in the order of the tables. */
export const furtherMistakes: readonly Mistake[] = [
  ...oneForeignQuoteMistakes,
  ...twoForeignQuotesMistakes,
  ...repeatedQuotesMistakes,
  ...escapedQuotesMistakes,
  ...displacedQuotesMistakes,
  ...missingQuotesMistakes,
  ...lostLinesMistakes,
  ...wrongBracketsMistakes,
  ...wrapperMistakes,
  ...furtherSeparatorMistakes,
  ...statementMistakes,
  ...frameMistakes,
  ...codeMistakes,
  ...furtherCommentMistakes,
  ...lineMarkMistakes,
  ...truncationMistakes,
  ...furtherNumberMistakes,
  ...furtherLiteralMistakes,
  ...stringSyntaxMistakes,
  ...furtherEscapeMistakes,
  ...otherFormatMistakes,
  ...encodingMistakes,
  ...wordMistakes,
  ...nameMistakes,
]
