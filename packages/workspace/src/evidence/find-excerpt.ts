import { compact, type CompactText, lineAt } from './compact-text.ts'

/** The first and the last line of an excerpt, from 1. */
export type Lines = readonly [first: number, last: number]

/** The most places of an excerpt that are looked at. */
const MAX_PLACES = 1000

/**
 * Finds an excerpt in a file, as people and tools quote: without regard to white space and quotes, with `…` for what is left
 * out, with the line numbers of a tool or the marks of a diff in front.
 * @param lines those that the excerpt should be from
 * @returns these lines, or else other ones that it is at; undefined if it is nowhere, null if it has no words or is a diff
 */
export function findExcerpt(
  file: { readonly text: CompactText; readonly escaped: () => CompactText },
  excerpt: string,
  lines: Lines | undefined,
): Lines | undefined | null {
  const [opensEarlier, endsLater] = [/^\s*(?:…|\.{3})/.test(excerpt), /(?:…|\.{3})\s*$/.test(excerpt)]
  if (excerpt.replaceAll(ELISION, '').trim() === '') return null
  let found: Lines | undefined
  let isEmpty = true
  for (const isEscaped of excerpt.includes('\\') ? [false, true] : [false])
    for (const parts of variantsOf(excerpt)) {
      const compacted = parts.map((part) => compact(Buffer.from(part), isEscaped)?.bytes ?? Buffer.alloc(0))
      const words = compacted.filter(({ length }) => length > 0)
      if (words.length === 0) continue
      isEmpty = false
      const text = isEscaped ? file.escaped() : file.text
      for (const place of placesOf(words, text)) {
        const widened = [opensEarlier ? 1 : place[0], endsLater ? Infinity : place[1]] as const
        if (!lines || isNear(text, widened, lines)) return lines ?? place
        found ??= place
      }
    }
  // What looks like a diff can quote what is not there any more.
  const isUnclear = isEmpty || (!found && /^(?:[+-]|@@)/m.test(excerpt))
  return isUnclear ? null : found
}

/** Whether lines overlap, or those that are cited are blank and end where the excerpt starts. */
const isNear = ({ lineStarts }: CompactText, [first, last]: Lines, [from, to]: Lines): boolean =>
  first <= to ? last >= from : lineStarts[from - 1] === lineStarts[first - 1]

/** Where the parts are, one after another. */
function* placesOf([first, ...others]: readonly Buffer[], text: CompactText): Generator<Lines> {
  if (!first) return
  let start = text.bytes.indexOf(first)
  for (let count = 0; start !== -1 && count < MAX_PLACES; count++) {
    let end = start + first.length
    for (const part of others) {
      const at = text.bytes.indexOf(part, end)
      if (at === -1) return
      end = at + part.length
    }
    yield [lineAt(text, start), lineAt(text, end - 1)]
    start = text.bytes.indexOf(first, start + 1)
  }
}

/** What an excerpt can quote, each as the parts between what was left out. */
function variantsOf(excerpt: string): string[][] {
  const plain = excerpt.replace(/^\s*(```|~~~).*\n([^]*?)\s*\1\s*$/, '$2')
  const unnumbered = NUMBERS.map((number) => plain.replaceAll(number, ''))
  const unmarked = [/^\s*>/gm, /^[+-]/gm].map((mark) => plain.replaceAll(mark, ''))
  const unique = [...new Set([excerpt, plain, ...unnumbered, ...unmarked])]
  const elided = unique.map((text) => text.split(ELISION)).filter((parts) => parts.length > 1)
  return [...unique.map((text) => [text]), ...elided]
}

/** `12<tab>`, `12: `, `12→`, `> 12 │ `, `src/a.ts:12:`, `src/a.ts-12-` and `12 ` before each line. */
const NUMBERS = [String.raw`\t`, String.raw`[^\S\n]*[:|│→)-]`, String.raw`[^\S\n]`].map(
  (end) => new RegExp(String.raw`^[+-]?[^\S\n]*(?:[>*][^\S\n]*)?(?:[^\s:]+[:-])?L?\d{1,7}(?:${end}|$)`, 'gm'),
)

/** `…` and `...`, in brackets too, and lines such as `// ... the other cases`. */
const ELISION = new RegExp(
  [
    String.raw`^[^\S\n]*(?:\/\/|#|\/\*|<!--|--|;|%)?[^\S\n]*[[(<{]?[^\S\n]*(?:…|\.{3,})[^\n]*$`,
    String.raw`[[(<{]?[^\S\n]*(?:…|\.{3,})[^\S\n]*[\])>}]?`,
    String.raw`[[<](?:snip|truncated)[\]>]`,
  ].join('|'),
  'gim',
)
