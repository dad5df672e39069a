import { Random } from '../../library/corpus/random.ts'
import { textNodes } from '../json/text-nodes.ts'
import type { Edit, TextualMistake } from './textual/textual-mistake.ts'

/** A mistake that is made in the same way in each text. */
export interface SeededMistake {
  readonly mistake: TextualMistake
  readonly seed: number
}

export interface BrokenText {
  readonly text: string
  /** For each mistake that was made, the offsets in `text` from which a parser can notice it, sorted. */
  readonly places: ReadonlyMap<TextualMistake, readonly number[]>
}

/** Writes a value as JSON with the mistakes. A mistake that makes no sense in this text, or beside another one, is left out. */
export function writeText(value: unknown, indent: number, mistakes: readonly SeededMistake[]): BrokenText {
  const text = JSON.stringify(value, null, indent)
  const root = textNodes(text)
  const made: { edit: Edit; mistake: TextualMistake }[] = []
  for (const { mistake, seed } of mistakes) {
    const edits = mistake.edits(text, root, new Random(seed))
    const isFree = edits.every((edit) => made.every((other) => !conflict(edit, other.edit)))
    if (isFree) made.push(...edits.map((edit) => ({ edit, mistake })))
  }
  return applied(
    text,
    made.sort((a, b) => a.edit.start - b.edit.start),
  )
}

const conflict = (a: Edit, b: Edit): boolean => a.start === b.start || (a.start < b.end && b.start < a.end)

function applied(text: string, made: readonly { edit: Edit; mistake: TextualMistake }[]): BrokenText {
  const places = new Map<TextualMistake, number[]>()
  let result = ''
  let at = 0
  for (const { edit, mistake } of made) {
    const { start, end, insert, from = start } = edit
    result += text.slice(at, start)
    places.set(mistake, [...(places.get(mistake) ?? []), Math.max(0, result.length - (start - from))])
    result += insert
    at = end
  }
  return { text: result + text.slice(at), places }
}
