import type { Random } from '../../../artifacts/random.ts'
import { type Edit, insertAt, replace } from '../../edits.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import { isOpening, type Token, type TokenKind } from '../../tokens.ts'
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

/** The text ends in a string, with something after it. */
const cutInString = (name: string, endings: readonly string[]): Mistake =>
  anywhere(
    `text cut in a string, ${name}`,
    (json, random) =>
      stringsIn(json)
        .filter(({ start, end }) => end - start > 8)
        .map((token) => cutAt(json, inside(token, random), random.pick(endings))),
    NOT_IN_THE_TEXT,
  )

/** The text ends in or after a token of a kind, with a mark or a closing fence after it. */
const cutNear = (
  name: string,
  kinds: readonly TokenKind[],
  at: (token: Token, random: Random) => number,
): Mistake =>
  anywhere(
    `text cut ${name}`,
    (json, random) =>
      tokensOf(json, ...kinds)
        .filter(({ start, end }) => end - start > 1 || at({ start, end } as Token, random) === end)
        .map((token) =>
          cutAt(json, at(token, random), random.pick([`\n${FENCE}`, '...', ' [truncated]', '\n...', '…'])),
        ),
    NOT_IN_THE_TEXT,
  )

const after = ({ end }: Token): number => end

/** Texts of which a part is missing, and what follows it. */
export const truncationMistakes: readonly Mistake[] = [
  {
    name: 'text cut in a string, in a code fence',
    ...NOT_IN_THE_TEXT,
    edits(json, random) {
      const tokens = stringsIn(json).filter(({ start, end }) => end - start > 8)
      if (tokens.length === 0) return []
      return [
        insertAt(0, `${FENCE}json\n`),
        ...cutAt(json, inside(random.pick(tokens), random), `\n${FENCE}\n`),
      ]
    },
  },
  cutInString('and a closing code fence', [`\n${FENCE}`, `${FENCE}\n`]),
  cutInString('and a mark in brackets', [
    ' [truncated]',
    '[...]',
    ' [TRUNCATED]\n',
    ' [cut]',
    ' [truncated]\n',
  ]),
  cutInString('and dots', ['...', '…', ' ...\n', '...]', '...}']),
  cutInString('and a remark', [' (continued)', ' (output truncated)', '\n\n(continues in the next message)']),
  cutInString('and a reference', [' see [1]', ' (see [2])', ' cf. {3}']),
  cutInString('and closed', ['"}', '"]}', '"}]}', '..."}']),
  cutNear('in a name', ['name'], inside),
  cutNear('in a number', ['number'], inside),
  cutNear('in a literal', ['literal'], inside),
  cutNear('after a comma', [','], after),
  cutNear('after a colon', [':'], after),
  cutNear('after an opening bracket', ['{', '['], after),
  cutNear('after a value', ['string'], after),
  throughout('text cut and continued with the last words again', ({ text }, random) => {
    const at = random.integer(60, text.length - 1)
    return `${text.slice(0, at)}\n${text.slice(at - random.integer(10, 40))}`
  }),
  throughout('text cut and continued in another code fence', ({ text }, random) => {
    const at = random.integer(20, text.length - 1)
    return `${FENCE}json\n${text.slice(0, at)}\n${FENCE}\n\nContinuing:\n\n${FENCE}json\n${text.slice(at)}\n${FENCE}`
  }),
  {
    name: 'start of the text missing',
    ...NOT_IN_THE_TEXT,
    edits: ({ text }, random) => [
      { start: 0, end: random.integer(2, Math.floor(text.length / 2)), insert: '' },
    ],
  },
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
        const insert = random.pick(['...', '…', '"..."', '... 3 more', '// ... and so on'])
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
  anywhere(
    'members left out',
    (json) =>
      json.tokens
        .filter(({ kind, container }) => isOpening(kind) && kind === '{' && container > 0)
        .map(({ end }) => [insertAt(end, ' ...\n')]),
    { ambiguous: 'the ellipsis can stand for further members', mustBeLeft: true },
  ),
]
