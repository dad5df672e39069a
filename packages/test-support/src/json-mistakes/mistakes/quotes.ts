import type { Random } from '../../artifacts/random.ts'
import { insertAt, type Edit, remove } from '../edits.ts'
import type { JsonText, Token } from '../tokens.ts'
import { escapesIn } from './escapes.ts'
import { type Mistake, oneOf } from './mistake.ts'

const names = ({ tokens }: JsonText): Token[] => tokens.filter(({ kind }) => kind === 'name')
const strings = ({ tokens }: JsonText): Token[] => tokens.filter(({ kind }) => kind === 'string')

const withoutOpeningQuote = ({ start }: Token): Edit[] => [remove({ start, end: start + 1 })]
const withoutClosingQuote = ({ end }: Token): Edit[] => [remove({ start: end - 1, end })]

const OTHER_QUOTES: readonly (readonly [open: string, close: string])[] = [
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
]

/** A path, or words, with an addition that an author could write after the quotes. */
const WITH_FRAGMENT = /^"[^"\\]+?((?:#L?\d+|:\d+| ?\([^()"\\]+\)))"$/

/** Missing, wrong and additional quotes. */
export const quoteMistakes: readonly Mistake[] = [
  {
    name: 'opening quote of a value missing',
    edits: (json, random) => oneOf(strings(json).map(withoutOpeningQuote), random),
  },
  {
    name: 'opening quote of a name missing',
    edits: (json, random) => oneOf(names(json).map(withoutOpeningQuote), random),
  },
  {
    name: 'closing quote of a value missing',
    edits: (json, random) => oneOf(strings(json).map(withoutClosingQuote), random),
  },
  {
    name: 'closing quote of a name missing',
    edits: (json, random) => oneOf(names(json).map(withoutClosingQuote), random),
  },
  {
    name: 'quotes of another kind',
    edits: (json, random) =>
      oneOf(
        [...names(json), ...strings(json)].map(({ start, end }) => {
          const [open, close] = random.pick(OTHER_QUOTES)
          return [
            { start, end: start + 1, insert: open },
            { start: end - 1, end, insert: close },
          ]
        }),
        random,
      ),
  },
  {
    name: 'unescaped quote in a string',
    reword: (text, random) =>
      atRandomSpace(text, random, random.pick([' 19" ', ' 3.5" ', ' the 27" ', ' "', '" ', ' 6\' 2" '])),
    edits: (json, random) =>
      oneOf(
        escapesIn(json)
          .filter(({ character }) => character === '"')
          .map(({ start }) => [remove({ start, end: start + 1 })]),
        random,
      ),
  },
  {
    name: 'unescaped quotes around words',
    reword: (text, random) =>
      text.replaceAll('"', '').replace(wordsFrom(random.integer(0, text.split(' ').length - 2)), ' "$1"'),
    edits: (json, random) =>
      oneOf(
        strings(json).flatMap(({ start, end }) =>
          Array.from(json.text.slice(start, end).matchAll(/\\"[^"\\]+\\"/g), ({ 0: quoted, index }) => {
            const from = start + index
            const to = from + quoted.length - 2
            return [remove({ start: from, end: from + 1 }), remove({ start: to, end: to + 1 })]
          }),
        ),
        random,
      ),
  },
  {
    name: 'fragment after a string',
    reword: (text, random) =>
      `${text}${random.pick(['#L44', ' (draft)', ':12', ' (see ADR 14)', '#3', ' #42'])}`,
    edits: (json, random) =>
      oneOf(
        strings(json).flatMap(({ start, end }) => {
          const fragment = WITH_FRAGMENT.exec(json.text.slice(start, end))?.[1]
          if (fragment === undefined) return []
          return [[insertAt(end - 1 - fragment.length, '"'), remove({ start: end - 1, end })]]
        }),
        random,
      ),
  },
]

/** Inserts a text in the place of a space. */
export function atRandomSpace(text: string, random: Random, insert: string): string {
  const spaces = Array.from(text.matchAll(/ /g), ({ index }) => index)
  if (spaces.length === 0) return text
  const at = random.pick(spaces)
  return text.slice(0, at) + insert + text.slice(at + 1)
}

/** One to three words after a number of words. */
const wordsFrom = (count: number): RegExp =>
  new RegExp(`(?<=^(?:\\S+ ){${count}}\\S+) (\\S+(?: \\S+){0,2}?)(?= |$)`, 'u')
