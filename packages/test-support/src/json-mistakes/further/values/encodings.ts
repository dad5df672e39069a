import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere, throughout } from '../kinds.ts'
import { tokensOf } from '../tokens-of.ts'

const FULLWIDTH: Readonly<Record<string, readonly string[]>> = {
  '{': ['｛'],
  '}': ['｝'],
  '[': ['［'],
  ']': ['］'],
  ':': ['：'],
  ',': ['，', '、', '،'],
}

const between = (name: string, characters: readonly string[]): Mistake =>
  anywhere(name, (json, random) =>
    tokensOf(json, ',', ':', '{', '[').map(({ end }) => [insertAt(end, random.pick(characters))]),
  )

/** Characters and encodings that are not those of JSON in UTF-8. */
export const encodingMistakes: readonly Mistake[] = [
  between('invisible character between tokens', ['\uFEFF', '\u200B', '\u2060', '\u200E', '\u00AD']),
  between('white space of another script between tokens', [
    '\u00A0',
    '\u202F',
    '\u3000',
    '\u2028',
    '\u0085',
    '\f',
  ]),
  anywhere('fullwidth punctuation', (json, random) =>
    tokensOf(json, '{', '}', '[', ']', ':', ',').map((token) => [
      replace(token, random.pick(FULLWIDTH[token.kind] ?? [])),
    ]),
  ),
  throughout('artifact as a string', ({ text }, random) =>
    random.chance(0.7) ? JSON.stringify(text) : JSON.stringify({ artifact: text }),
  ),
  throughout('artifact in the characters of HTML', ({ text }) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  throughout('no-break spaces for the indentation', ({ text }) =>
    /\n {2}/.test(text) ? text.replaceAll(/(?<=\n *) /g, '\u00A0') : undefined,
  ),
]
