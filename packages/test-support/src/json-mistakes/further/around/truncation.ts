import type { Random } from '../../../artifacts/random.ts'
import { type Edit, insertAt, replace } from '../../edits.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import type { Token } from '../../tokens.ts'
import { anywhere, throughout } from '../kinds.ts'
import { listsIn } from '../members.ts'
import { stringsIn, tokensOf } from '../tokens-of.ts'

const NOT_IN_THE_TEXT = { ambiguous: 'the rest is not in the text' }
const FENCE = '```'

/** The edits that leave out the end of the text. */
const cutAt = ({ text }: ArtifactText, start: number, insert: string): Edit[] => [
  { start, end: text.length, insert },
]

/** An offset in the middle of a token. */
const inside = ({ start, end }: Token, random: Random): number => random.integer(start + 1, end - 1)

const isLong = ({ start, end }: Token): boolean => end - start > 8

/** The text ends in a string, with something after it. */
const cutInString = (name: string, endings: readonly string[]): Mistake =>
  anywhere(
    `text cut in a string, ${name}`,
    (json, random) =>
      stringsIn(json)
        .filter(isLong)
        .map((token) => cutAt(json, inside(token, random), random.pick(endings))),
    NOT_IN_THE_TEXT,
  )

/** The brackets that close the containers of a token. */
function closersOf(tokens: readonly Token[], { container }: Token): string {
  const open = tokens[container]
  return open ? (open.kind === '{' ? '}' : ']') + closersOf(tokens, open) : ''
}

const MARKS = [`\n${FENCE}`, '...', ' [truncated]', '\n...', '…']

/** Texts of which a part is missing, and what follows it. */
export const truncationMistakes: readonly Mistake[] = [
  anywhere(
    'text cut in a string, in a code fence',
    (json, random) =>
      stringsIn(json)
        .filter(isLong)
        .map((token) => [
          ...(random.chance(0.7) ? [insertAt(0, `${FENCE}json\n`)] : []),
          ...cutAt(json, inside(token, random), random.pick([`\n${FENCE}\n`, `\n${FENCE}`, FENCE])),
        ]),
    NOT_IN_THE_TEXT,
  ),
  cutInString('and a mark', ['...', '…', ' [truncated]', '[...]', ' [cut]\n', '...]', '...}']),
  cutInString('and a remark', [
    ' (continued)',
    '\n\n(continues in the next message)',
    ' see [1]',
    ' cf. {3}',
  ]),
  anywhere(
    'text cut in a string, and closed',
    (json, random) =>
      stringsIn(json)
        .filter(isLong)
        .map((token) =>
          cutAt(json, inside(token, random), random.pick(['"', '..."']) + closersOf(json.tokens, token)),
        ),
    NOT_IN_THE_TEXT,
  ),
  anywhere(
    'text cut in or after another token',
    (json, random) => {
      const cuts = [
        ...tokensOf(json, 'name', 'number', 'literal')
          .filter(({ start, end }) => end - start > 1)
          .map((token) => inside(token, random)),
        ...tokensOf(json, ',', ':', '{', '[', 'string').map(({ end }) => end),
      ]
      return cuts.map((at) => cutAt(json, at, random.pick(MARKS)))
    },
    NOT_IN_THE_TEXT,
  ),
  throughout('text cut and continued', ({ text }, random) => {
    const at = random.integer(60, text.length - 1)
    return random.chance(0.5)
      ? `${text.slice(0, at)}\n${text.slice(at - random.integer(10, 40))}`
      : `${FENCE}json\n${text.slice(0, at)}\n${FENCE}\n\nContinuing:\n\n${FENCE}json\n${text.slice(at)}\n${FENCE}`
  }),
  {
    name: 'middle of the text left out',
    ...NOT_IN_THE_TEXT,
    edits({ text }, random) {
      const start = random.integer(20, text.length - 40)
      const end = random.integer(start + 10, text.length - 10)
      return [{ start, end, insert: random.pick(['...', ' [...] ', '…', '\n... (12 lines) ...\n']) }]
    },
  },
  anywhere(
    'items left out',
    (json, random) =>
      listsIn(json).flatMap(({ items, close }) => {
        const second = items[1]
        const insert = random.pick(['...', '…', '... 3 more', '// ... and so on'])
        return second ? [[replace({ start: second.start, end: close.start }, `${insert}\n`)]] : []
      }),
    NOT_IN_THE_TEXT,
  ),
  anywhere(
    'ellipsis after the last item',
    (json, random) =>
      listsIn(json).flatMap(({ items }) => {
        const last = items.at(-1)
        return last ? [[insertAt(last.end, random.pick([', ...', ', …', ' ...', ', [...]']))]] : []
      }),
    { ambiguous: 'the ellipsis can stand for further items', mustBeLeft: true },
  ),
]
