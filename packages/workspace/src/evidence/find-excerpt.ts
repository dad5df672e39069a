import { compact, type CompactText, lineAt } from './compact-text.ts'

/** The first and the last line of an excerpt, from 1. */
export type Lines = readonly [first: number, last: number]

/**
 * Finds an excerpt in a file, as people and tools quote: without regard to white space and quotes, with `…` for what is left
 * out, with the line numbers of a tool or the marks of a diff in front.
 * @param lines those that the excerpt should be from
 * @returns these lines, or else other ones that it is at; undefined if it is nowhere, null if it has no words
 */
export function findExcerpt(
  text: CompactText,
  excerpt: string,
  lines: Lines | undefined,
): Lines | undefined | null {
  if (excerpt.replaceAll(ELISION, '').trim() === '') return null
  const [opensEarlier, endsLater] = [/^\s*(?:…|\.{3})/.test(excerpt), /(?:…|\.{3})\s*$/.test(excerpt)]
  const variants = variantsOf(excerpt)
    .map((parts) => parts.flatMap((part) => compact(Buffer.from(part))?.bytes ?? []))
    .map((parts) => parts.filter(({ length }) => length > 0))
    .filter(({ length }) => length > 0)
  let elsewhere: Lines | undefined
  for (const parts of variants) {
    const [first, last] = placeOf(parts, text) ?? []
    if (first === undefined || last === undefined) continue
    if (!lines || isAt(parts, lines)) return lines ?? [lineAt(text, first), lineAt(text, last)]
    elsewhere ??= [lineAt(text, first), lineAt(text, last)]
  }
  return variants.length === 0 ? null : elsewhere

  /** Whether it overlaps lines, or these are blank and end where it starts. */
  function isAt(parts: readonly Buffer[], [from, to]: Lines): boolean {
    const { [from - 1]: start = Infinity, [to]: end = Infinity } = text.lineStarts
    const [first] = placeOf(parts, text, endsLater ? 0 : start) ?? []
    return first !== undefined && (first < end || first === start || opensEarlier)
  }
}

/**
 * The offsets of the first and the last byte of parts that stand one after another.
 * @param least the least of the last byte
 */
function placeOf(
  parts: readonly Buffer[],
  { bytes }: CompactText,
  least = 0,
): readonly [first: number, last: number] | undefined {
  let [first, end] = [-1, 0]
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const at = bytes.indexOf(part, isLast ? Math.max(end, least - part.length + 1) : end)
    if (at === -1) return undefined
    if (index === 0) first = at
    end = at + part.length
  }
  return [first, end - 1]
}

/** What an excerpt can quote, each as the parts between what was left out. */
function variantsOf(excerpt: string): string[][] {
  const plain = excerpt.replace(/^\s*(```|~~~).*\n([^]*?)\s*\1\s*$/, '$2').replaceAll(POINTER, '')
  const unmarked = MARKS.map((mark) => plain.replaceAll(mark, '')).filter((text) => text !== plain)
  const decoded = plain
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  const texts = [plain, decoded, ...unmarked]
  const unique = [...new Set([excerpt, ...texts, ...texts.flatMap(sidesOf)])]
  const elided = unique.map((text) => text.split(ELISION)).filter((parts) => parts.length > 1)
  // The lines that a search found need not follow each other.
  const found = unmarked.map((text) => text.split('\n'))
  return [...unique.map((text) => [text]), ...elided, ...found]
}

/** A line that points at a part of the line before it: `   |   ^^^^`. */
const POINTER = /^[^\S\n]*[|│]?[^\S\n]*\^[\^~]*[^\S\n]*$/gm

/** `12<tab>`, `12: `, `12→`, `> 12 │ `, `src/a.ts:12:`, `src/a.ts-12-`, `line 12:` and `12 ` before each line, and `>`. */
const MARKS = [String.raw`\t`, String.raw`[^\S\n]*[:|│→)\].-]`, String.raw`[^\S\n]`]
  .map(
    (end) =>
      String.raw`^[+-]?[^\S\n]*(?:[>*][^\S\n]*)?(?:[^:\n]+:|[^\s:]+-|[Ll]ine )?[[(#]?L?\d{1,7}(?:${end}|$)`,
  )
  .concat(String.raw`^\s*[>|]+`)
  .map((mark) => new RegExp(mark, 'gm'))

/** The new and the old text of a diff; none for another text. */
function sidesOf(text: string): string[] {
  if (!/^(?:\+|@@)/m.test(text)) return []
  const lines = text.replaceAll(/^(?:@@|diff --git |index |--- |\+\+\+ ).*$/gm, '')
  const after = lines.replaceAll(/^-.*$/gm, '').replaceAll(/^\+/gm, '')
  const before = lines.replaceAll(/^\+.*$/gm, '').replaceAll(/^-/gm, '')
  return /^-/m.test(lines) ? [after, before] : [after]
}

/** `…` and `...`, in brackets too, and lines such as `// ... the other cases`. */
const ELISION = new RegExp(
  [
    String.raw`^[^\S\n]*(?:\/\/|#|\/\*|<!--|--|;|%)?[^\S\n]*[[(<{]?[^\S\n]*(?:[…⋮⋯]|\.{3,})[^\n]*$`,
    String.raw`[[(<{]?[^\S\n]*(?:[…⋮⋯]|\.{3,})[^\S\n]*[\])>}]?`,
    String.raw`[[<](?:snip|truncated)[\]>]`,
  ].join('|'),
  'gim',
)
