import { insertAt, replaceRange, type TextualMistake } from './textual-mistake.ts'

/** Text around the artifact, and encodings of the whole text. */
export const aroundMistakes: readonly TextualMistake[] = [
  {
    name: 'code fence',
    isLossless: true,
    edits: (text, _, random) => [
      insertAt(0, random.pick(['```json\n', '```\n'])),
      insertAt(text.length, random.pick(['\n```', '\n```\n'])),
    ],
  },
  {
    name: 'prose around',
    isLossless: true,
    edits: (text, _, random) => {
      const before = insertAt(
        0,
        random.pick(['Here is the artifact:\n\n', 'Sure! I wrote the JSON below.\n', 'json\n']),
      )
      const after = insertAt(
        text.length,
        random.pick(['\n\nLet me know if you need changes.', '\n\nAll members are filled in.']),
      )
      return random.pick([[before], [after], [before, after]])
    },
  },
  {
    name: 'byte-order mark',
    isLossless: true,
    edits: () => [insertAt(0, '\uFEFF')],
  },
  {
    name: 'escaped quotes throughout',
    isLossless: true,
    edits: (text) =>
      Array.from(text.matchAll(/["\\]/g), ({ 0: character, index }) =>
        replaceRange(index, index + 1, `\\${character}`),
      ),
  },
  {
    name: 'two values',
    isLossless: false,
    edits: (text, _, random) => [
      insertAt(
        text.length,
        random.pick([`\n${text}`, `\n\n${text.replace('"producedBy"', '"author"')}`, '\n{}']),
      ),
    ],
  },
]
