import { Random } from '../../../packages/test-support/src/artifacts/random.ts'
import { allNodes, type TextNode, textNodes } from '../json/text-nodes.ts'
import type { Edit, TextualMistake } from './textual/textual-mistake.ts'

/** A mistake that is made in the same way in each text. */
export interface SeededMistake {
  readonly mistake: TextualMistake
  readonly seed: number
}

export interface BrokenText {
  readonly text: string
  /** For each mistake that was made, its ranges in `text`, sorted. */
  readonly ranges: ReadonlyMap<TextualMistake, readonly TextRange[]>
  /** The pointers of the values of which a mistake has removed the start, with their names, from the text. */
  readonly removed: readonly string[]
}

/** Offsets between which a parser can notice a mistake. */
export interface TextRange {
  /** The start of the token that the mistake breaks. */
  readonly start: number
  readonly end: number
}

/** Writes a value as JSON with the mistakes. A mistake that makes no sense in this text, or beside another one, is left out. */
export function writeText(value: unknown, indent: number, mistakes: readonly SeededMistake[]): BrokenText {
  const text = JSON.stringify(value, null, indent)
  const root = textNodes(text)
  const made: MadeEdit[] = []
  for (const { mistake, seed } of mistakes) {
    const edits = mistake.edits(text, root, new Random(seed))
    const isFree = edits.every((edit) => made.every((other) => !conflict(edit, other.edit)))
    if (isFree) made.push(...edits.map((edit) => ({ edit, mistake })))
  }
  const sorted = made.sort((a, b) => a.edit.start - b.edit.start)
  return { ...applied(text, sorted), removed: removedBy(sorted, root) }
}

const removedBy = (made: readonly MadeEdit[], root: TextNode): string[] => {
  const removing = made.filter(({ mistake }) => mistake.removesContent).map(({ edit }) => edit)
  const isRemoved = ({ name, start }: TextNode) =>
    removing.some((edit) => edit.start <= (name ?? { start }).start && start < edit.end)
  return allNodes(root)
    .filter(isRemoved)
    .map(({ pointer }) => pointer)
}

interface MadeEdit {
  readonly edit: Edit
  readonly mistake: TextualMistake
}

const conflict = (a: Edit, b: Edit): boolean => a.start === b.start || (a.start < b.end && b.start < a.end)

function applied(text: string, made: readonly MadeEdit[]): Pick<BrokenText, 'text' | 'ranges'> {
  const ranges = new Map<TextualMistake, TextRange[]>()
  const parts: string[] = []
  let at = 0
  let length = 0
  for (const { edit, mistake } of made) {
    const { start, end, insert, from = start } = edit
    parts.push(text.slice(at, start), insert)
    length += start - at
    ranges.set(mistake, [...(ranges.get(mistake) ?? []), { start: from + shiftAt(from), end: length }])
    length += insert.length
    at = end
  }
  return { text: [...parts, text.slice(at)].join(''), ranges }

  /** How far the edits before an offset have moved it. */
  function shiftAt(offset: number): number {
    const before = made.filter(({ edit }) => edit.end <= offset && edit.start < offset)
    return before.reduce((sum, { edit }) => sum + edit.insert.length - (edit.end - edit.start), 0)
  }
}
