import type { Random } from '../../artifacts/random.ts'
import { type Edit, insertAt, replace } from '../edits.ts'
import { endsValue, isOpening, type JsonText } from '../tokens.ts'
import { type Mistake, oneOf } from './mistake.ts'

const STRAY = ['{', '}', '[', ']', ':', ',', '"', '#', 'x', 'e', 'n']

const COMMENTS = [
  'TODO: check this',
  'as agreed with Anke',
  "don't change",
  'see ADR 14, section 2',
  'was "medium"',
  'optional: {x}, [y]',
  '3 of 4',
]

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** Text between tokens, literals of another language, and the end of the text. */
export const additionMistakes: readonly Mistake[] = [
  {
    name: 'stray character',
    edits: ({ tokens }, random) =>
      oneOf(
        tokens.map(({ start, end }) => [insertAt(random.pick([start, end]), random.pick(STRAY))]),
        random,
      ),
  },
  {
    name: 'comment',
    edits: (json, random) =>
      oneOf(
        json.tokens.flatMap(({ kind, end }) =>
          kind === ',' || isOpening(kind) ? [[comment(json, end, random)]] : [],
        ),
        random,
      ),
  },
  {
    name: 'literal of Python',
    edits: ({ text, tokens }, random) =>
      oneOf(
        tokens
          .filter(({ kind }) => kind === 'literal')
          .map((token) => [replace(token, PYTHON[text.slice(token.start, token.end)] ?? 'None')]),
        random,
      ),
  },
  {
    name: 'end cut off',
    edits: (json, random) => {
      const start = random.integer(1, json.text.trimEnd().length - 1)
      return isCompleteMember(json, start) ? [] : [{ start, end: json.text.length, insert: '' }]
    },
  },
]

/**
 * Whether a text that ends there could be another artifact without its last bracket: it ends with a member of the whole
 * value, but not with the last one.
 */
function isCompleteMember({ tokens }: JsonText, end: number): boolean {
  const last = tokens.findLast(({ start }) => start < end)
  const next = tokens.find(({ start }) => start >= end)
  if (last?.container !== 0 || !endsValue(last)) return false
  return last.kind === 'number' || (last.end <= end && next?.kind === ',')
}

/** A comment after a comma or an opening bracket: at the end of the line, in a line of its own, or before more content. */
function comment({ text }: JsonText, at: number, random: Random): Edit {
  const words = random.pick(COMMENTS)
  const [, indentation] = /^\r?\n([ \t]*)/.exec(text.slice(at, at + 200)) ?? []
  if (random.chance(0.4)) return insertAt(at, ` /* ${words} */`)
  const line = `${random.pick(['//', '#'])} ${words}`
  if (indentation === undefined) return insertAt(at, ` ${line}${text[at] === ' ' ? '' : ' '}`)
  return insertAt(at, random.chance(0.5) ? ` ${line}` : `\n${indentation}${line}`)
}
