import type { Random } from '../../../artifacts/random.ts'
import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { isOpening } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { membersIn } from '../members.ts'
import { enumValuesIn } from '../schema-of.ts'
import { contentOf, literalsIn, sourceOf, stringsIn } from '../tokens-of.ts'

const DATE = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/

const NOT_IN_THE_TEXT = { ambiguous: 'the value is not in the text' }

/** A literal that is written in another way. */
const literalAs = (
  name: string,
  words: Readonly<Record<string, readonly string[]>>,
  details: Partial<Mistake> = {},
): Mistake =>
  anywhere(
    name,
    (json, random) =>
      literalsIn(json).flatMap((token) => {
        const others = words[sourceOf(json, token)]
        return others ? [[replace(token, random.pick(others))]] : []
      }),
    details,
  )

/** A string that matches, written in another way. */
const stringAs = (
  name: string,
  pattern: RegExp,
  write: (content: string, random: Random) => string,
  details: Partial<Mistake> = {},
): Mistake =>
  anywhere(
    name,
    (json, random) =>
      stringsIn(json)
        .filter((token) => pattern.test(contentOf(json, token)))
        .map((token) => [replace(token, write(contentOf(json, token), random))]),
    details,
  )

/** What stands for a scalar of a member, in its place. */
const placeholder = (name: string, words: readonly string[]): Mistake =>
  anywhere(
    name,
    (json, random) =>
      membersIn(json)
        .filter(({ value }) => !isOpening(value.kind))
        .map(({ value }) => [replace(value, random.pick(words))]),
    NOT_IN_THE_TEXT,
  )

/** Literals, dates and words as programs of other languages write them. */
export const furtherLiteralMistakes: readonly Mistake[] = [
  literalAs('literal in upper case', { true: ['TRUE'], false: ['FALSE'], null: ['NULL', 'Null'] }),
  literalAs('literal of another language', {
    null: ['nil', 'NULL', 'none'],
    true: ['yes', 'on'],
    false: ['no', 'off'],
  }),
  literalAs(
    'undefined for null',
    { null: ['undefined'] },
    { ambiguous: 'undefined can also mean that the member is absent' },
  ),
  literalAs('misspelt literal', {
    true: ['ture', 'treu'],
    false: ['flase', 'fasle'],
    null: ['nul', 'nulll'],
  }),
  literalAs(
    'negated literal',
    { true: ['!true', 'not true'], false: ['!false', 'not false'] },
    {
      ambiguous: 'the negation reverses the value',
      mustBeLeft: true,
    },
  ),
  stringAs('date without quotes', DATE, (content) => content),
  stringAs('time without quotes', TIME, (content) => content),
  stringAs('date in a constructor', /^\d{4}-\d\d-\d\d/, (content, random) =>
    random.pick([
      `ISODate("${content}")`,
      `new Date("${content}")`,
      `Date('${content}')`,
      `datetime("${content}")`,
    ]),
  ),
  stringAs('identifier in a constructor', /^[A-Za-z]+-\d+$/, (content, random) =>
    random.pick([
      `ObjectId("${content}")`,
      `UUID("${content}")`,
      `String("${content}")`,
      `str('${content}')`,
    ]),
  ),
  anywhere('word as a constant of a program', (json, random) =>
    enumValuesIn(json).map(({ token, name, word }) => {
      const type = name ? contentOf(json, name) : 'value'
      const upper = word.toUpperCase().replaceAll('-', '_')
      return [
        replace(token, random.pick([`${type.charAt(0).toUpperCase()}${type.slice(1)}.${upper}`, upper])),
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
  placeholder('placeholder for a value', [
    '${value}',
    '{{value}}',
    '<value>',
    '???',
    'TBD',
    '[object Object]',
    '...',
    '__',
  ]),
  placeholder('type for a value', ['string', 'number', 'boolean', 'String?', 'int']),
  anywhere(
    'spread of another object',
    (json) => membersIn(json).map(({ start }) => [insertAt(start, '...defaults, ')]),
    { ambiguous: 'the members are not in the text', mustBeLeft: true },
  ),
  anywhere('type after a value', (json, random) =>
    stringsIn(json).map(({ end }) => [
      insertAt(end, random.pick([' as const', ' as string', '::text', '!'])),
    ]),
  ),
  anywhere('method after a string', (json, random) =>
    stringsIn(json).map(({ end }) => [insertAt(end, random.pick(['.trim()', '.strip()', '.toString()']))]),
  ),
  anywhere('string as an argument of a function', (json, random) =>
    stringsIn(json).map(({ start, end }) => [
      insertAt(start, random.pick(['_(', 't(', '(', 'str('])),
      insertAt(end, ')'),
    ]),
  ),
]
