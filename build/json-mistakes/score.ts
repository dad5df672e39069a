import { isDeepStrictEqual } from 'node:util'

import type { BrokenText } from './broken-texts.ts'
import { lostContent } from './lost-content.ts'
import { tokenize } from './tokens.ts'

/** What a program made of a broken text. */
export interface Repair {
  /** The same as the broken text if the program could not repair it. */
  readonly text: string
  /** Whether the program returns the text as a valid artifact. */
  readonly isValid: boolean
}

/**
 * - `restored`: the original value, with the same number literals.
 * - `left`: not returned as valid: the author corrects it.
 * - `changed`: returned as valid, but with another value.
 * - `lost`: content of the broken text is missing, whether the text is returned as valid or not.
 */
export type Outcome = 'restored' | 'left' | 'changed' | 'lost'

export const outcomes: readonly Outcome[] = ['restored', 'left', 'changed', 'lost']

export function scoreRepair(broken: BrokenText, { text, isValid }: Repair): Outcome {
  if (isValid && isSame(broken.original.text, text)) return 'restored'
  if (text !== broken.text && lostContent(broken, text).length > 0) return 'lost'
  return isValid ? 'changed' : 'left'
}

function isSame(original: string, text: string): boolean {
  return (
    isDeepStrictEqual(JSON.parse(text), JSON.parse(original)) &&
    isDeepStrictEqual(numbersIn(text), numbersIn(original))
  )
}

/** The number literals, in any order: members can be in another one. */
const numbersIn = (text: string): string[] =>
  tokenize(text)
    .tokens.filter(({ kind }) => kind === 'number')
    .map(({ start, end }) => text.slice(start, end))
    .sort()
