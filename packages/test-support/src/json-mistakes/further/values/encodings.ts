import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere, around, throughout } from '../kinds.ts'
import { numbersIn, sourceOf, tokensOf } from '../tokens-of.ts'

const FULLWIDTH: Readonly<Record<string, string>> = {
  '{': '｛',
  '}': '｝',
  '[': '［',
  ']': '］',
  ':': '：',
  ',': '，',
}

const between = (name: string, characters: readonly string[]): Mistake =>
  anywhere(name, (json, random) =>
    tokensOf(json, ',', ':', '{', '[').map(({ end }) => [insertAt(end, random.pick(characters))]),
  )

const fullwidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

/** Characters and encodings that are not those of JSON in UTF-8. */
export const encodingMistakes: readonly Mistake[] = [
  around('byte order mark', () => ['\uFEFF', '']),
  between('byte order mark between tokens', ['\uFEFF']),
  between('no-break space between tokens', ['\u00A0', '\u202F', '\u2003', '\u3000']),
  between('invisible character between tokens', ['\u200B', '\u2060', '\u200E', '\u00AD']),
  between('separator of lines between tokens', ['\u2028', '\u2029', '\u0085', '\u000B', '\u000C']),
  between('zero byte between tokens', ['\u0000']),
  throughout('no-break spaces for the indentation', ({ text }) =>
    /\n {2}/.test(text) ? text.replaceAll(/(?<=\n *) /g, '\u00A0') : undefined,
  ),
  anywhere('fullwidth comma or colon', (json) =>
    tokensOf(json, ',', ':').map((token) => [replace(token, FULLWIDTH[token.kind] ?? '')]),
  ),
  anywhere('fullwidth bracket', (json) =>
    tokensOf(json, '{', '}', '[', ']').map((token) => [replace(token, FULLWIDTH[token.kind] ?? '')]),
  ),
  anywhere('comma of another script', (json, random) =>
    tokensOf(json, ',').map((token) => [replace(token, random.pick(['、', '،', '‚']))]),
  ),
  anywhere('fullwidth digits', (json) =>
    numbersIn(json)
      .filter((token) => /^\d+$/.test(sourceOf(json, token)))
      .map((token) => [replace(token, fullwidth(sourceOf(json, token)))]),
  ),
  throughout('UTF-16 read byte by byte', ({ text }) => text.replaceAll(/[^]/g, '$&\u0000')),
  throughout('artifact as a string of JSON', ({ text }) => JSON.stringify(text)),
  throughout('artifact as a string of a string', ({ text }) => JSON.stringify(JSON.stringify(text))),
  throughout('characters of HTML', ({ text }) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  throughout('percent-encoded text', ({ text }) => encodeURIComponent(text)),
  throughout('text in Base64', ({ text }) => Buffer.from(text).toString('base64')),
  throughout('markers of spaces and lines of a tokenizer', ({ text }) =>
    text.trimEnd().includes('\n') ? text.replaceAll(' ', 'Ġ').replaceAll('\n', 'Ċ') : undefined,
  ),
  throughout('colours of a terminal', (json) => {
    let text = ''
    let at = 0
    for (const { kind, start, end } of json.tokens) {
      const isColoured = kind === 'string' || kind === 'name'
      text += json.text.slice(at, start) + (isColoured ? '\u001B[32m' : '') + json.text.slice(start, end)
      text += isColoured ? '\u001B[0m' : ''
      at = end
    }
    return text + json.text.slice(at)
  }),
  anywhere('replacement character for a quote', (json, random) =>
    tokensOf(json, 'string', 'name').map(({ start, end }) => {
      const at = random.pick([start, end - 1])
      return [replace({ start: at, end: at + 1 }, '\uFFFD')]
    }),
  ),
]
