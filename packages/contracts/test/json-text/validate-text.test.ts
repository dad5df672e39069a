import fc from 'fast-check'

import { compileSchema } from '@workbench/contracts'

import { repetitions } from '@workbench/test-support/repetitions'
import { damagedTexts, jsonTexts, mistakenTexts, randomTexts } from '@workbench/test-support/json/json-texts'
import { violationsOf } from '../support/violations-of.ts'

const anything = compileSchema({})

const violationsIn = (text: string | Uint8Array, schema: unknown = {}) =>
  violationsOf(compileSchema(schema).validateText(text))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const someTexts = fc.oneof(jsonTexts, damagedTexts, randomTexts, mistakenTexts)

describe('validateText()', () => {
  test('reports a syntax error exactly if JSON.parse throws', () => {
    fc.assert(
      fc.property(someTexts, (text) => {
        const isSyntaxFine = violationsIn(text).every(({ keyword }) => keyword !== 'syntax')
        expect(isSyntaxFine).toBe(isJson(text))
      }),
      { numRuns: repetitions(300, 4000) },
    )
  })

  test('returns syntax violations with path, message, line and column for text that is not JSON', () => {
    fc.assert(
      fc.property(someTexts, (text) => {
        fc.pre(!isJson(text) && !text.startsWith('\ufeff'))
        const errors = violationsIn(text, { type: 'object' }).filter(({ keyword }) => keyword === 'syntax')
        for (const error of errors) {
          expect(error).toStrictEqual({
            path: '',
            keyword: 'syntax',
            message: expect.stringMatching(/^Expected .+; received .+/s) as string,
            line: expect.any(Number) as number,
            column: expect.any(Number) as number,
          })
        }
        expect(errors.length).toBeGreaterThan(0)
      }),
      { numRuns: repetitions(150, 2000) },
    )
  })

  test('validates a text of 5 MB', () => {
    const items = Array.from({ length: 60_000 }, (_, id) => ({
      id,
      title: 'Ein Titel mit Umlauten: äöü 😀',
      tags: ['a', null],
    }))
    const text = JSON.stringify([...items, { id: 'last' }], null, 1)
    expect(text.length).toBeGreaterThan(5_000_000)
    const schema = { items: { properties: { id: { type: 'integer' } } } }
    const line = text.split('\n').length - 2
    expect(violationsIn(text, schema)).toMatchObject([
      { path: '/60000/id', keyword: 'type', line, column: 9 },
    ])
    expect(violationsIn(new TextEncoder().encode(text), schema)).toMatchObject([{ line, column: 9 }])
    expect(violationsIn(text.slice(0, -1))).toMatchObject([{ keyword: 'syntax', line: line + 1, column: 3 }])
  })

  test('validates a string of 5 MB', () => {
    const text = JSON.stringify('é'.repeat(5_000_000))
    expect(anything.validateText(text)).toEqual({ valid: true })
    expect(violationsIn(text, { maxLength: 4_999_999 })).toMatchObject([{ received: 5_000_000 }])
  })

  test('accepts 100,000 levels of nesting, like JSON.parse', () => {
    const depth = 100_000
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
    ] as const) {
      expect(anything.validateText(`${open.repeat(depth)}1${close.repeat(depth)}`)).toEqual({ valid: true })
    }
    expect(violationsIn('['.repeat(depth))).toMatchObject([{ keyword: 'syntax', line: 1, column: depth + 1 }])
  })
})

describe('line and column', () => {
  test.each<[string, string, number, number]>([
    ['LF ends a line', '[1,\n2,\n x]', 3, 2],
    ['CR LF ends one line', '[1,\r\n2,\r\n x]', 3, 2],
    ['CR ends a line', '[1,\r2,\r x]', 3, 2],
    ['LF CR ends two lines', '[1,\n\rx]', 3, 1],
    ['CR CR LF ends two lines', '[1,\r\r\nx]', 3, 1],
    ['line endings may be mixed', '\n\r\n\r[\n\nx]', 6, 1],
    ['U+2028 ends no line', '["\u2028\u2029", x]', 1, 8],
    ['U+0085 ends no line', '["\u0085", x]', 1, 7],
    ['an escaped line break ends no line', '["a\\nb", x]', 1, 10],
    ['a tab is one column', '\t\tx', 1, 3],
    ['an astral character is two columns', '["😀", x]', 1, 8],
    ['a combining mark is a column', '["e\u0301", x]', 1, 8],
    ['the first position is 1, 1', 'x', 1, 1],
    ['the end of the text is a position, without white space', '[1\n', 1, 3],
  ])('%s', (_rule, text, line, column) => {
    expect(violationsIn(text)).toMatchObject([{ keyword: 'syntax', line, column }])
    expect(violationsIn(new TextEncoder().encode(text))).toMatchObject([{ keyword: 'syntax', line, column }])
  })

  const schema = {
    required: ['missing'],
    properties: { name: { type: 'string' }, list: { items: { type: 'number' } }, 'a/b~c': { type: 'null' } },
    additionalProperties: false,
  }
  const lines = [
    '',
    '{',
    '  "list": [1,',
    '    "two", 3,',
    '\t{}],',
    '  "name" :',
    '  7, "a\\/b~c": 0, "extra": {}',
    '}',
  ]

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])(
    'are those of values, of the names of unexpected members, and of objects with a missing member: %s',
    (_name, end) => {
      const found = violationsIn(lines.join(end), schema)
      expect(found.map(({ path, keyword, line, column }) => [path, keyword, line, column])).toEqual([
        ['/missing', 'required', 2, 1],
        ['/list/1', 'type', 4, 5],
        ['/list/3', 'type', 5, 2],
        ['/name', 'type', 7, 3],
        ['/a~1b~0c', 'type', 7, 16],
        ['/extra', 'additionalProperties', 7, 19],
      ])
    },
  )

  test('are correct in nested objects with the same member names', () => {
    const tree = { properties: { a: { $ref: '#' }, b: { type: 'string' } } }
    const text = '{"b":"","a":{"b":"","a":{"a":{},\n"b":1}}}'
    expect(violationsIn(text, tree)).toMatchObject([{ path: '/a/a/b', line: 2, column: 5 }])
  })

  test.each([
    ['', '{"z":1,"a":"{\\"b\\":true,\\"c\\":{\\"d\\":true,\\"e\\":1}}",\n"y":true}'],
    ['a name that is a number', '{"z":1,"a":"{\\"b\\":true,\\"c\\":{\\"d\\":true,\\"1\\":1}}",\n"y":true}'],
    [
      'a duplicate before it',
      '{"z":1,"a":"{\\"b\\":true,\\"c\\":{\\"d\\":true,\\"e\\":1}}","z":1,\n"y":true}',
    ],
  ])('are those of the string for values of JSON in a string, and correct after it: %s', (_what, text) => {
    const integer = { type: 'integer' }
    const c = { properties: { d: integer }, additionalProperties: false }
    const found = violationsIn(text, {
      properties: { a: { type: 'object', properties: { b: integer, c } }, y: integer },
    })
    const positions = found
      .filter(({ keyword }) => keyword !== 'duplicate')
      .map(({ line, column }) => `${line}:${column}`)
    expect(positions).toEqual(['1:12', '1:12', '1:12', '1:12', '2:5'])
  })

  test('are correct for members of any name', () => {
    const text = '{"":1,\n"__proto__":2,\n"0":3,\n"a/b":4,\n"\\u0063":5}'
    const found = violationsIn(text, { additionalProperties: { type: 'string' } })
    expect(found.map(({ path, line, column }) => [path, line, column])).toEqual([
      ['/', 1, 5],
      ['/__proto__', 2, 13],
      ['/0', 3, 5],
      ['/a~1b', 4, 7],
      ['/c', 5, 10],
    ])
  })
})

describe('the violations of text that is not JSON', () => {
  const schema = {
    required: ['missing'],
    properties: { name: { type: 'string' }, list: { items: { type: 'number' } } },
    additionalProperties: false,
  }

  test('include those of the value, with line and column in the original text', () => {
    const lines = [
      'Here it is:',
      '```json',
      "{ // it's new",
      "  'list': [+1, 'two',, True]",
      '  name: 7,',
      '  "extra": {}, "name": 8',
      '}}',
      '```',
    ]
    const found = violationsIn(lines.join('\n'), schema)
    expect(found.map(({ path, keyword, line, column }) => [path, keyword, line, column])).toEqual([
      ['', 'syntax', 1, 1],
      ['/missing', 'required', 3, 1],
      ['', 'syntax', 3, 3],
      ['', 'syntax', 4, 3],
      ['', 'syntax', 4, 12],
      ['/list/1', 'type', 4, 16],
      ['', 'syntax', 4, 22],
      ['', 'syntax', 4, 24],
      ['/list/2', 'type', 4, 24],
      ['', 'syntax', 5, 3],
      ['', 'syntax', 5, 3],
      ['/extra', 'additionalProperties', 6, 3],
      ['/name', 'duplicate', 6, 16],
      ['/name', 'type', 6, 24],
      ['', 'syntax', 7, 2],
      ['', 'syntax', 8, 1],
    ])
    expect(found.find(({ keyword }) => keyword === 'duplicate')?.message).toContain(
      'from line 5 would be lost',
    )
  })

  test('are those of the syntax only, if the text has no value', () => {
    expect(violationsIn('name: x\n', schema)).toMatchObject([{ keyword: 'syntax', line: 1, column: 1 }])
  })

  test('are limited together', () => {
    const verdict = compileSchema(schema, { maxViolations: 2 }).validateText("{'a':1, 'b':True,}")
    expect(verdict).toMatchObject({ valid: false, truncated: true, more: 4 })
    expect(violationsOf(verdict)).toHaveLength(2)
  })
})

interface Mistake {
  readonly mistake: string
  readonly text: string
  readonly at: readonly [line: number, column: number]
  readonly message: string
}

const COMMA = ': delete the trailing comma'
const COMMENT = ': JSON has no comments'
const FENCE = ': delete the Markdown code fence'
const QUOTES = ': write strings in straight double quotes'
const TEXT_BEFORE = ': delete the text before the JSON value'
const NAMES = ': write member names in double quotes'
const CUT_OFF = ': the artifact is cut off; write it again in full'

const mistakes: readonly Mistake[] = [
  {
    mistake: 'nothing',
    text: '',
    at: [1, 1],
    message: 'Expected a JSON value; received the end of the text',
  },
  {
    mistake: 'whitespace only',
    text: ' \n\t ',
    at: [2, 3],
    message: 'Expected a JSON value; received the end of the text',
  },
  { mistake: 'a trailing comma in an object', text: '{"a":1,\n}', at: [2, 1], message: COMMA },
  { mistake: 'a trailing comma in an array', text: '[1, ]', at: [1, 5], message: COMMA },
  { mistake: 'a line comment', text: '{ // the id\n"a":1}', at: [1, 3], message: COMMENT },
  { mistake: 'a line comment after a member', text: '{"a":1, // one\n"b":2}', at: [1, 9], message: COMMENT },
  { mistake: 'a line comment after a value', text: '{"a":1 // one\n}', at: [1, 8], message: COMMENT },
  { mistake: 'a block comment', text: '/* a */ {}', at: [1, 1], message: COMMENT },
  { mistake: 'a comment at the end', text: '{}\n// done', at: [2, 1], message: COMMENT },
  { mistake: 'a code fence', text: '```json\n{}\n```', at: [1, 1], message: FENCE },
  { mistake: 'a code fence at the end', text: '{}\n```', at: [2, 1], message: FENCE },
  { mistake: 'a name in single quotes', text: "{'a':1}", at: [1, 2], message: QUOTES },
  { mistake: 'a value in single quotes', text: '{"a":\'b\'}', at: [1, 6], message: QUOTES },
  { mistake: 'a document in single quotes', text: "'a'", at: [1, 1], message: QUOTES },
  { mistake: 'typographic quotes', text: '{“a”:1}', at: [1, 2], message: QUOTES },
  { mistake: 'typographic quotes in an array', text: '[“a”]', at: [1, 2], message: QUOTES },
  ...[
    ...['NaN', 'Infinity', '-Infinity', '+Infinity', 'undefined'].map((word) => [
      word,
      `JSON has no ${word}; write a value that the contract allows`,
    ]),
    ...['None', 'Null', 'nil'].map((word) => [word, ': write it as null']),
    ...['True', 'TRUE'].map((word) => [word, ': write it as true']),
    ...['False', 'FALSE'].map((word) => [word, ': write it as false']),
  ].flatMap(([word = '', message = '']) => [
    { mistake: word, text: `{"a":${word}}`, at: [1, 6] as const, message },
    { mistake: `${word} in an array`, text: `[1,\n${word}]`, at: [2, 1] as const, message },
    { mistake: `${word} alone`, text: word, at: [1, 1] as const, message },
  ]),
  {
    mistake: 'a line break in a string',
    text: '{"a":"x\ny"}',
    at: [1, 8],
    message: ': write a line break as \\n',
  },
  {
    mistake: 'a CR LF in a string',
    text: '{"a":"x\r\ny"}',
    at: [1, 8],
    message: ': write a line break as \\r\\n',
  },
  {
    mistake: 'a line break in a name',
    text: '{"a\n":1}',
    at: [1, 4],
    message: ': write a line break as \\n',
  },
  { mistake: 'a tab in a string', text: '["\t"]', at: [1, 3], message: ': write a tab as \\t' },
  {
    mistake: 'another control character in a string',
    text: '["\u0007"]',
    at: [1, 3],
    message: 'received U+0007: write it as \\u0007',
  },
  {
    mistake: 'no comma between members',
    text: '{"a":1\n"b":2}',
    at: [2, 1],
    message: ': add the missing ","',
  },
  { mistake: 'no comma between items', text: '["a" "b"]', at: [1, 6], message: ': add the missing ","' },
  {
    mistake: 'no comma between objects',
    text: '[{} {}]',
    at: [1, 5],
    message: 'Expected "," or "]"; received "{": add the missing ","',
  },
  {
    mistake: 'two commas',
    text: '[1,,2]',
    at: [1, 4],
    message: ': delete the extra comma',
  },
  { mistake: 'a comma first', text: '[,1]', at: [1, 2], message: ': delete the extra comma' },
  { mistake: 'a text truncated after a brace', text: '{', at: [1, 2], message: CUT_OFF },
  { mistake: 'a text truncated after a bracket', text: '[\n', at: [1, 2], message: CUT_OFF },
  { mistake: 'a text truncated in a name', text: '{"ab', at: [1, 5], message: CUT_OFF },
  { mistake: 'a text truncated after a colon', text: '{"a": ', at: [1, 6], message: CUT_OFF },
  { mistake: 'a text truncated in a string', text: '{"a":"b', at: [1, 8], message: CUT_OFF },
  { mistake: 'a text truncated after a value', text: '{"a":[1', at: [1, 8], message: ': add "]}", unless' },
  { mistake: 'a text truncated after a comma', text: '{"a":1,', at: [1, 8], message: CUT_OFF },
  { mistake: 'a text truncated after a member', text: '{"a":{}', at: [1, 8], message: ': add "}", unless' },
  { mistake: 'text before the value', text: 'Here is the JSON:\n{}', at: [1, 1], message: TEXT_BEFORE },
  {
    mistake: 'text after the value',
    text: '{}\nI hope this helps.',
    at: [2, 1],
    message: ': delete the text after the JSON value',
  },
  {
    mistake: 'a second value',
    text: '{}\n{}',
    at: [2, 1],
    message: ': write one JSON value only; the text after it can be a part of the artifact',
  },
  {
    mistake: 'a bracket too many',
    text: '{}}',
    at: [1, 3],
    message: ': delete the extra "}"',
  },
  { mistake: 'a name without quotes', text: '{a:1}', at: [1, 2], message: NAMES },
  { mistake: 'a second name without quotes', text: '{"a":1, b_c:2}', at: [1, 9], message: NAMES },
  { mistake: 'a name with a dollar sign', text: '{$a:1}', at: [1, 2], message: NAMES },
  {
    mistake: 'a number as a name',
    text: '{1:1}',
    at: [1, 2],
    message: NAMES,
  },
  {
    mistake: 'a name without a value',
    text: '{"a"}',
    at: [1, 5],
    message: 'Expected ":" after the member name; received "}": add the missing value',
  },
  {
    mistake: 'an equals sign',
    text: '{"a"=1}',
    at: [1, 5],
    message: ': write ":" instead',
  },
  { mistake: 'a semicolon', text: '{"a":1;"b":2}', at: [1, 7], message: ': write "," instead' },
  { mistake: 'the wrong bracket', text: '{"a":1]', at: [1, 7], message: ': write "}" instead' },
  {
    mistake: 'a word without quotes',
    text: '{"a":high}',
    at: [1, 6],
    message: 'Expected a value after the colon; received "high": write text in double quotes',
  },
  { mistake: 'a leading zero', text: '[01]', at: [1, 2], message: ': write a number without leading zeros' },
  { mistake: 'a leading plus sign', text: '[+1]', at: [1, 2], message: 'received "+1": write it as 1' },
  { mistake: 'a leading decimal point', text: '[.5]', at: [1, 2], message: 'received ".5": write it as 0.5' },
  { mistake: 'a trailing decimal point', text: '[5.]', at: [1, 2], message: 'received "5.": write it as 5' },
  {
    mistake: 'a minus sign alone',
    text: '[-]',
    at: [1, 2],
    message: 'received "-": write text in double quotes',
  },
  {
    mistake: 'an exponent without digits',
    text: '[1e]',
    at: [1, 2],
    message: 'received "1e": write text in double quotes',
  },
  {
    mistake: 'a hexadecimal number',
    text: '[0x10]',
    at: [1, 2],
    message: ': JSON has no 0x10; write a value',
  },
  {
    mistake: 'a number with a unit',
    text: '{"a":180h}',
    at: [1, 6],
    message: 'received "180h": write text in double quotes',
  },
  {
    mistake: 'an unknown escape',
    text: '["\\x41"]',
    at: [1, 3],
    message: ': write a backslash as \\\\',
  },
  { mistake: 'an escaped single quote', text: '["\\\'"]', at: [1, 3], message: ": write it as '" },
  {
    mistake: 'an escape with a wrong digit',
    text: '["\\u00G1"]',
    at: [1, 3],
    message: ': write a backslash as \\\\',
  },
  {
    mistake: 'a no-break space',
    text: '{\u00a0"a":1}',
    at: [1, 2],
    message: 'received U+00A0: write it as an ordinary space',
  },
  {
    mistake: 'a zero-width space',
    text: '{}\u200b',
    at: [1, 3],
    message: 'received U+200B: write it as an ordinary space',
  },
]

describe('a syntax error', () => {
  test.each(mistakes)('has line, column and a hint: $mistake', ({ text, at: [line, column], message }) => {
    expect(isJson(text)).toBe(false)
    expect(violationsIn(text)).toStrictEqual([
      { path: '', keyword: 'syntax', message: expect.stringContaining(message) as string, line, column },
    ])
  })
})

describe('validateText() of a number that JSON does not have', () => {
  const { validateText } = compileSchema({
    properties: { a: { type: 'number', minimum: 0 }, b: { type: 'array' } },
  })
  const messagesOf = (text: string) => violationsOf(validateText(text)).map(({ message }) => message)

  it.each(['NaN', 'nan', 'Infinity', '-inf'])('names %s as it is written', (written) => {
    expect(messagesOf(`{"a": ${written}, "b": [${written}]}`)).toEqual([
      `Expected a value after the colon; received "${written}": JSON has no ${written}; write a value that the contract allows; 1 more in line 1`,
      `Expected a number, at least 0; received the string "${written}"`,
    ])
  })

  it('accepts it where any value is allowed, at any depth', () => {
    const deep = `${'['.repeat(500)}NaN${']'.repeat(500)}`
    expect(messagesOf(`{"x": ${deep}, "__proto__": NaN}`)).toHaveLength(1)
    expect(messagesOf('NaN')).toHaveLength(1)
  })
})
