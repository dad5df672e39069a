import type { TextEdit } from '../text/edits.ts'

/** A syntax error, and the edits that correct it. */
export interface Mistake {
  /** Mistakes of one kind are reported together. */
  readonly kind: string
  /** In UTF-16 code units from 0. */
  readonly offset: number
  /** What was expected, as a noun; without it, what the reader expected there. */
  readonly expected?: string
  /** What was received; by default, the text there. */
  readonly received?: string
  /** What to do. */
  readonly hint: string
  readonly edits: readonly TextEdit[]
  readonly certainty: Certainty
}

/**
 * When edits are certain: `always`, because they only change how the same content is written; `number`, if the contract
 * does not demand another type; `accepted`, if the contract accepts the value that they lead to, and no other one; `never`,
 * because content is missing or its meaning is a guess. Such edits only serve to find the violations of the value.
 */
export type Certainty = 'always' | 'number' | 'accepted' | 'never'

/** A text with more mistakes is left to its author: they would need too much memory. */
export const MAX_MISTAKES = 300_000

/** The mistakes of one explanation, from the last to the first. */
export interface MistakeList {
  readonly mistake: Mistake
  readonly before: MistakeList | undefined
}

/** The mistakes, each of which is a guess. */
export const uncertain = (mistakes: readonly Mistake[]): Mistake[] =>
  mistakes.map((mistake) => ({ ...mistake, certainty: 'never' }))

/** The mistakes in the order in which they were found. */
export function toArray(list: MistakeList | undefined): Mistake[] {
  const mistakes: Mistake[] = []
  for (let node = list; node; node = node.before) mistakes.push(node.mistake)
  return mistakes.reverse()
}
