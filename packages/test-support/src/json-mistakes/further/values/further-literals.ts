import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { isOpening } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { membersIn } from '../members.ts'
import { enumValuesIn } from '../schema-of.ts'
import { contentOf, literalsIn, replaceQuotes, sourceOf, stringsIn } from '../tokens-of.ts'

/** A date, with or without a time. */
const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+))?$/

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  true: ['yes', 'on', 'ture'],
  false: ['no', 'off', 'flase'],
  null: ['nil', 'none', 'nul'],
}

type Constructor = (content: string) => string

const ofDates: readonly Constructor[] = [
  (content) => `ISODate("${content}")`,
  (content) => `new Date("${content}")`,
  (content) => `Date('${content}')`,
]

const ofIdentifiers: readonly Constructor[] = [
  (content) => `ObjectId("${content}")`,
  (content) => `String('${content}')`,
  (content) => `str("${content}")`,
]

const PLACEHOLDERS = [
  '${value}',
  '{{value}}',
  '<value>',
  '???',
  'TBD',
  '...',
  'string',
  'number',
  'NaN',
  '[object Object]',
]

/** Literals, dates and words as programs of other languages write them. */
export const furtherLiteralMistakes: readonly Mistake[] = [
  anywhere('literal in upper case', (json) =>
    literalsIn(json).map((token) => [replace(token, sourceOf(json, token).toUpperCase())]),
  ),
  anywhere('literal of another language', (json, random) =>
    literalsIn(json).map((token) => [replace(token, random.pick(LITERALS[sourceOf(json, token)] ?? []))]),
  ),
  anywhere('date or time without quotes', (json) =>
    stringsIn(json)
      .filter((token) => TIME.test(contentOf(json, token)))
      .map((token) => replaceQuotes(token, '', '')),
  ),
  anywhere('date or identifier in a constructor', (json, random) =>
    stringsIn(json).flatMap((token) => {
      const content = contentOf(json, token)
      const constructors = TIME.test(content) ? ofDates : /^[A-Za-z]+-\d+$/.test(content) ? ofIdentifiers : []
      return constructors.length > 0 ? [[replace(token, random.pick(constructors)(content))]] : []
    }),
  ),
  anywhere('word as a constant of a program', (json, random) =>
    enumValuesIn(json).map(({ token, name, word }) => {
      const type = name ? contentOf(json, name) : 'value'
      const constant = word.toUpperCase().replaceAll('-', '_')
      return [
        replace(
          token,
          random.pick([`${type.charAt(0).toUpperCase()}${type.slice(1)}.${constant}`, constant]),
        ),
      ]
    }),
  ),
  anywhere(
    'alternatives for a word',
    (json, random) =>
      enumValuesIn(json).map(({ token, others }) => {
        const sign = random.pick([' | ', ' || ', ' or ', ' / ', '/'])
        return [insertAt(token.end, `${sign}"${random.pick(others)}"`)]
      }),
    { ambiguous: 'each alternative can be the right one', mustBeLeft: true },
  ),
  anywhere(
    'placeholder for a value',
    (json, random) =>
      membersIn(json)
        .filter(({ value }) => !isOpening(value.kind))
        .map(({ value }) => [replace(value, random.pick(PLACEHOLDERS))]),
    { ambiguous: 'the value is not in the text' },
  ),
]
