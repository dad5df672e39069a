import { lastAtMost } from './positions.ts'

/** Replaces a part of a text. Offsets are in UTF-16 code units from 0. */
export interface TextEdit {
  readonly start: number
  /** The offset after the replaced part; `start` if the edit only inserts. */
  readonly end: number
  readonly replacement: string
}

export interface EditedText {
  readonly text: string
  /** Converts an offset in the text to one in the original text; for inserted text, that of the insertion. */
  readonly toOriginal: (offset: number) => number
}

/**
 * Applies edits. At the same offset, an insertion comes before a replacement. An edit inside of a part that an earlier one
 * replaces is left out: the completion of a truncated text replaces its end, with the corrections there.
 */
export function applyEdits(original: string, edits: readonly TextEdit[]): EditedText {
  const parts: string[] = []
  const applied: TextEdit[] = []
  /** The offsets in the edited text at which the replacements start. */
  const starts: number[] = []
  let at = 0
  let length = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { start, end, replacement } = edit
    if (start < at && end <= at) continue
    applied.push(edit)
    parts.push(original.slice(at, start), replacement)
    length += start - at
    starts.push(length)
    length += replacement.length
    at = end
  }
  parts.push(original.slice(at))
  return {
    text: parts.join(''),
    toOriginal: (offset) => {
      const index = lastAtMost(starts, offset)
      const edit = applied[index]
      if (!edit) return offset
      const inside = offset - (starts[index] ?? 0)
      return inside < edit.replacement.length ? edit.start : edit.end + inside - edit.replacement.length
    },
  }
}

export const replacing = (start: number, end: number, replacement: string): TextEdit => ({
  start,
  end,
  replacement,
})

export const inserting = (at: number, replacement: string): TextEdit => replacing(at, at, replacement)

export const deleting = (start: number, end: number): TextEdit => replacing(start, end, '')
