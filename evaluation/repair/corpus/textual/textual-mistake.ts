import type { Random } from '../../../../packages/test-support/src/artifacts/random.ts'
import type { TextNode } from '../../json/text-nodes.ts'
import type { Draft } from '../draft.ts'

/** A replacement of a part of a text. */
export interface Edit {
  /** Offsets in the correct text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly insert: string
  /** Start of the token that the edit breaks, if that is before the edit. A parser may report the mistake from there on. */
  readonly from?: number
}

/** A class of mistakes in the JSON text of a value. */
export interface TextualMistake {
  readonly name: string
  /** Whether a program can restore the value without guessing. */
  readonly isLossless: boolean
  /** Whether the edits remove content, and the mistakes in it. */
  readonly removesContent?: boolean
  /** Gives the artifact the content that the mistake needs, for example a line break in a text. */
  prepare?(draft: Draft, random: Random): void
  /** Returns the edits of a correct text; none where the mistake makes no sense. */
  edits(text: string, root: TextNode, random: Random): readonly Edit[]
}

export const replaceRange = (start: number, end: number, insert: string, from?: number): Edit => ({
  start,
  end,
  insert,
  ...(from !== undefined && { from }),
})

export const insertAt = (at: number, insert: string): Edit => replaceRange(at, at, insert)
