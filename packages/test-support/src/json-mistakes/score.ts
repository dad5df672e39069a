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
 * - `restored`: returned as valid, with the original value and the same number literals.
 * - `left`: returned as invalid, for the author to correct.
 * - `changed`: rewritten to JSON with another value, whether it is returned as valid or not.
 * - `lost`: rewritten so that content of the broken text is missing, whether it is returned as valid or not.
 */
export type Outcome = 'restored' | 'left' | 'changed' | 'lost'

export const outcomes: readonly Outcome[] = ['restored', 'left', 'changed', 'lost']

export function scoreRepair(broken: BrokenText, { text, isValid }: Repair): Outcome {
  if (text === broken.text) return 'left'
  if (broken.mustBeLeft) return writtenContentIsLost(broken, text) ? 'lost' : 'changed'
  const isRestored = isSame(broken.original.text, text)
  if (isRestored) return isValid ? 'restored' : 'left'
  if (lostContent(broken, text).length > 0) return 'lost'
  return isRestored === undefined ? 'left' : 'changed'
}

/** Whether content of the original, or what the mistake wrote, is missing. */
function writtenContentIsLost(broken: BrokenText, repaired: string): boolean {
  const written = { original: tokenize(broken.text), edits: [] }
  return lostContent({ ...broken, ...written }, repaired).length > 0
}

/** Undefined if the text is not JSON. */
function isSame(original: string, text: string): boolean | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return (
    isDeepStrictEqual(value, JSON.parse(original)) && isDeepStrictEqual(numbersIn(text), numbersIn(original))
  )
}

/** The number literals, in any order: members can be in another one. */
const numbersIn = (text: string): string[] =>
  tokenize(text)
    .tokens.filter(({ kind }) => kind === 'number')
    .map(({ start, end }) => text.slice(start, end))
    .sort()
