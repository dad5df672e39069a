import type { BrokenText } from './broken-texts.ts'
import { applyEdits } from './edits.ts'

/** Letters and digits, and a backslash before them, which can belong to an escape sequence. */
const WORD = /\\?[\p{L}\p{M}\p{N}]+/gu

/**
 * The words, numbers and whole strings of a broken text that a repaired text no longer contains. What the mistakes
 * themselves inserted, for example a comment, does not count.
 */
export function lostContent({ original, edits }: BrokenText, repaired: string): string[] {
  const spaced = edits.map((edit) => ({ ...edit, insert: ' ' }))
  const words = applyEdits(original.text, spaced) ?? ''
  const strings = original.tokens
    .filter(({ kind, start, end }) => {
      const isTouched = edits.some((edit) => edit.start <= end && edit.end >= start)
      return (kind === 'string' || kind === 'name') && !isTouched
    })
    .map(({ start, end }) => original.text.slice(start + 1, end - 1))
  return [...lostWords(words, repaired), ...strings.filter((content) => !repaired.includes(content))]
}

function lostWords(text: string, repaired: string): string[] {
  const counts = new Map<string, number>()
  for (const [word] of repaired.matchAll(WORD))
    for (const reading of readings(word)) counts.set(reading, (counts.get(reading) ?? 0) + 1)
  return Array.from(text.matchAll(WORD), ([word]) => word).filter((word) => {
    const found = readings(word).find((reading) => reading === '' || (counts.get(reading) ?? 0) > 0)
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) - 1)
    return found === undefined
  })
}

/** After a backslash, the first character can belong to the escape sequence or to the word. */
function readings(word: string): string[] {
  if (!word.startsWith('\\')) return [word]
  return [word.slice(1), ...(/^\\[bfnrt]./u.test(word) ? [word.slice(2)] : [])]
}
