import { remove, replace } from '../edits.ts'
import { escapesIn } from './escapes.ts'
import { type Mistake, oneOf } from './mistake.ts'
import { atRandomSpace } from './quotes.ts'

const WITH_BACKSLASHES = [
  'C:\\Users\\build\\out.json',
  'C:\\temp\\new\\report.txt',
  '..\\src\\index.ts',
  '\\\\server\\share\\logs',
  '^\\d+\\.\\w{2,}$',
  '\\bFee\\b',
  '/\\s+$/',
  'pnpm build \\\n  --filter billing',
]

/** Characters that a string must not contain as they are. */
export const stringMistakes: readonly Mistake[] = [
  {
    name: 'raw line break in a string',
    reword: (text, random) =>
      atRandomSpace(text, random, random.pick(['\n', '\n\n', '\n- ', ',\n', ':\n  '])),
    edits: (json, random) =>
      oneOf(
        escapesIn(json)
          .filter(({ character }) => character === 'n')
          .map((escape) => [replace(escape, '\n')]),
        random,
      ),
  },
  {
    name: 'invalid escape',
    reword: (text, random) => atRandomSpace(text, random, ` ${random.pick(WITH_BACKSLASHES)} `),
    edits: (json, random) => {
      const escapes = escapesIn(json).filter(({ character }) => character === '\\')
      if (escapes.length === 0) return []
      const { token } = random.pick(escapes)
      const { start = 0, end = 0 } = json.tokens[token] ?? {}
      const isRawBreak = random.chance(0.5)
      return escapes
        .filter((escape) => escape.token === token)
        .map((escape) =>
          isRawBreak && json.text.startsWith('\\n', escape.end) && escape.end < end && escape.start > start
            ? replace({ start: escape.start, end: escape.end + 2 }, '\\\n')
            : remove({ start: escape.start, end: escape.start + 1 }),
        )
    },
  },
]
