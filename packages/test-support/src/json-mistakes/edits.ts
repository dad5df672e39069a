/** A replacement of a part of a text. */
export interface Edit {
  /** Offsets in the correct text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly insert: string
}

export const insertAt = (at: number, insert: string): Edit => ({ start: at, end: at, insert })

export const remove = ({ start, end }: { readonly start: number; readonly end: number }): Edit => ({
  start,
  end,
  insert: '',
})

export const replace = (
  { start, end }: { readonly start: number; readonly end: number },
  insert: string,
): Edit => ({ start, end, insert })

/** Applies edits; undefined if two of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string | undefined {
  let result = ''
  let at = 0
  for (const { start, end, insert } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) return undefined
    result += text.slice(at, start) + insert
    at = end
  }
  return result + text.slice(at)
}
