import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { recover } from '../../src/recovery/recover.ts'
import { recovered } from './recovered.ts'
import { optionsOf, restricted, typeErrors } from './restricted.ts'
import { damagedTexts, mistakenTexts, randomTexts } from '@workbench/test-support/json/json-texts'

const unrestricted = optionsOf((value) => typeErrors(value, 'object', 'array'))

/** Returns the value; undefined if the text could not be repaired. */
function read(text: string) {
  const { repaired, isLossless, violations, losslessText } = recovered(text, restricted)
  const value = repaired && (JSON.parse(repaired.text) as unknown)
  return { value, isLossless, messages: violations.map(({ message }) => message), losslessText }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Text, value, and, if the text could mean something else, an excerpt of a message. */
type Row = readonly [mistake: string, text: string, value: unknown]
type LossyRow = readonly [...Row, message: string]

const lossless: readonly Row[] = [
  ['a code fence', '```json\n{"a":1}\n```\n', { a: 1 }],
  ['a code fence without an end', '```\n{"a":1}', { a: 1 }],
  ['text before', 'Here it is:\n\n{"a":1}', { a: 1 }],
  [
    'text with the noun of the contract before',
    'Here’s the poem:\n{"schema":"poem.v1"}',
    { schema: 'poem.v1' },
  ],
  ['text after', '{"a":1}\nLet me know (if you like).', { a: 1 }],
  ['text and a code fence around', 'Here:\n```json\n{"a":1}\n```\nThat is all.', { a: 1 }],
  ['tags', '<json>{"a":1}</json>', { a: 1 }],
  ['a code fence of tildes', '~~~json\n{"a":1}\n~~~\n', { a: 1 }],
  ['lines around', '---\n{"a":1}\n===\n', { a: 1 }],
  ['the end of an answer', '{"a":1}<|im_end|>', { a: 1 }],
  ['trailing commas', '{"a":[1,],}', { a: [1] }],
  ['doubled commas', '[1,,2]', [1, 2]],
  ['leading commas', '{,"a":[,1]}', { a: [1] }],
  ['missing commas', '{"a":[{}{}]\n"b":"x" "c":["y" "z"]}', { a: [{}, {}], b: 'x', c: ['y', 'z'] }],
  ['missing commas between numbers in lines', '[1\n2]', [1, 2]],
  ['a missing comma before a name without quotes', '{"a":"x"\nb:1}', { a: 'x', b: 1 }],
  ['semicolons', '{"a":1;"b":[2;3;];}', { a: 1, b: [2, 3] }],
  ['missing colons', '{"a" 1,"b" "x","c" {}}', { a: 1, b: 'x', c: {} }],
  ['equals signs', '{"a"=1,"b" => 2}', { a: 1, b: 2 }],
  ['comments without words', '{ //\n"a": /***/ 1 // ---\n}\n//', { a: 1 }],
  ['single quotes', "{'a':'b','c':['d']}", { a: 'b', c: ['d'] }],
  ['single quotes around quotes', `{'a':'say "hi"','b':'it\\'s'}`, { a: 'say "hi"', b: "it's" }],
  ['single quotes around an apostrophe', "{'a':'it's here'}", { a: "it's here" }],
  ['smart quotes', '{“a”: “b”, "c": ‘d’}', { a: 'b', c: 'd' }],
  ['smart quotes in smart quotes', '{“a”: “say “hi”, then “yo””}', { a: 'say “hi”, then “yo”' }],
  ['backticks', '{`a`: `x\ny`}', { a: 'x\ny' }],
  [
    'names without quotes',
    '{a:1,b_c:{$d:2},e-f:3,über:4,5:6}',
    { a: 1, b_c: { $d: 2 }, 'e-f': 3, über: 4, 5: 6 },
  ],
  ['a name without the first quote', '{a":1}', { a: 1 }],
  [
    'literals of other languages',
    '[None,True,False,TRUE,FALSE,Null,NULL,nil]',
    [null, true, false, true, false, null, null, null],
  ],
  ['numbers of other languages', '[+1,.5,-.5]', [1, 0.5, -0.5]],
  [
    'line breaks and tabs in strings',
    '{"a":"x\ny\tz\u0001","b":"p\r\nq"}',
    { a: 'x\ny\tz\u0001', b: 'p\r\nq' },
  ],
  ['a line in a string that looks like the end', '{"a":"if (x) {\n}\n","b":1}', { a: 'if (x) {\n}\n', b: 1 }],
  ['invalid escapes', '["it\\\'s","\\d+\\.\\w"]', ["it's", '\\d+\\.\\w']],
  ['quotes in a string', '{"a":"say "hi" now",\n"b":1}', { a: 'say "hi" now', b: 1 }],
  ['quotes at the start of a string', '{"a":""hi" she said"}', { a: '"hi" she said' }],
  ['quotes at the end of a string', '{"a":"psql -c "SELECT 1""}', { a: 'psql -c "SELECT 1"' }],
  ['a comma in quotes in a string', '{"a":"use the "," sign",\n"b":1}', { a: 'use the "," sign', b: 1 }],
  ['quotes in an item of its own line', '["say "hi" now",\n"b"]', ['say "hi" now', 'b']],
  ['other white space', '\u00a0{\u2003"a":1}\u200b\ufeff', { a: 1 }],
  ['escaped quotes', '{\n  \\"a\\": \\"say \\\\\\"hi\\\\\\"\\"\n}', { a: 'say "hi"' }],
  ['escaped quotes and line breaks', '{\\n  \\"a\\": 1\\n}', { a: 1 }],
]

/** Corrections for which a contract leaves one explanation. */
const decided: readonly LossyRow[] = [
  ['a missing opening quote', '{"a":high"}', { a: 'high' }, 'add the missing double quote'],
  [
    'a missing quote at the end of a line',
    '{"a":"x,\n"b":1}',
    { a: 'x', b: 1 },
    'add the missing double quote',
  ],
  ['a missing quote before brackets', '{"a":["x\n]}\n', { a: ['x'] }, 'add the missing double quote'],
  ['a missing quote in an array', '["a,\n"b",\n"c"]', ['a', 'b', 'c'], 'add the missing double quote'],
  ['the wrong bracket', '{"a":[1},"b":2}', { a: [1], b: 2 }, 'write "]" instead'],
  ['a missing bracket before a name', '{"a":[1,"x","b":2}', { a: [1, 'x'], b: 2 }, 'add the missing "]"'],
  ['a missing brace between items', '[{"a":1,{"a":2}]', [{ a: 1 }, { a: 2 }], 'add the missing "}"'],
  ['a missing first brace', '"a":1,"b":2}', { a: 1, b: 2 }, 'add the missing "{"'],
  ['a brace that closes too early', '{"a":1},\n"b":2}', { a: 1, b: 2 }, 'delete the extra "}"'],
  ['a brace too many', '{"a":1}}\n', { a: 1 }, 'delete the extra "}"'],
  ['swapped brackets', '{"a":[{"b":1]},"c":2}', { a: [{ b: 1 }], c: 2 }, 'write "}" before "]"'],
]

const lossy: readonly LossyRow[] = [
  ['a comment', '{"a": 1 /* b */}', { a: 1 }, 'JSON has no comments; move what it says into a member'],
  ['text with other words before', '2 findings: {"a":1}', { a: 1 }, 'can be a part of the artifact'],
  ['text that is struck out', '~~{"a":1}~~', { a: 1 }, 'can be a part of the artifact'],
  [
    'a code fence with another label',
    '```retracted\n{"a":1}\n```',
    { a: 1 },
    'delete the Markdown code fence',
  ],
  ['an assignment', 'const artifact = {"a":1};', { a: 1 }, 'can be a part of the artifact'],
  [
    'smart quotes that can be the end of a string',
    '{“a”: “the “x”, “b”: “y” z”}',
    { a: 'the “x”, “b”: “y” z' },
    'write strings in straight double quotes',
  ],
  [
    'smart quotes before a separator and a bracket',
    '{“a”: [““”, ], “b”: [“”, ”]}',
    { a: ['“”, ], “b”: [“”, '] },
    'write strings in straight double quotes',
  ],
  [
    'smart quotes before a line break',
    '{“a”: “the “x”\n, y”}',
    { a: 'the “x”\n, y' },
    'write strings in straight double quotes',
  ],
  ['undefined', '{"a":undefined}', { a: null }, 'JSON has no undefined'],
  ['an infinite number', '[-Infinity]', ['-Infinity'], 'JSON has no -Infinity'],
  ['a hexadecimal number', '[0x1F]', ['0x1F'], 'JSON has no 0x1F'],
  ['leading zeros', '[007]', ['007'], 'write a number without leading zeros, or a text'],
  ['a number with a unit', '{"a":4h}', { a: '4h' }, 'received "4h": write text in double quotes'],
  ['a date without quotes', '[2026-01-31]', ['2026-01-31'], 'write text in double quotes'],
  [
    'text without quotes',
    '{"a":high,\n"b":see https://x // c\n}',
    { a: 'high', b: 'see https://x' },
    'write text',
  ],
  [
    'a quote in a string',
    '{"a":"5" screen",\n"b":1}',
    { a: '5" screen', b: 1 },
    'as \\"; or delete the extra',
  ],
  [
    'JSON in a string',
    '{"a":"{"x":"y","z":1}","b":2}',
    { a: { x: 'y', z: 1 }, b: 2 },
    'delete the extra double quote',
  ],
  ['a fraction', '{"a":1/2}', { a: '1/2' }, 'received "/": write text in double quotes'],
  ['a number after a text', '["x" 2]', ['x', 2], 'received "2": add the missing ","'],
  ['a comment that contains quotes', '{"a":1 // "b": 2\n}', { a: 1 }, 'JSON has no comments'],
  ['a missing quote after a name', '{"a: 1, "b": 2}', { a: 1, b: 2 }, 'add the missing double quote'],
  ['an ellipsis as an item', '[1, ...]', [1], 'write the content out in full'],
  ['an ellipsis between items', '[1, …, 3]', [1, 3], 'write the content out in full'],
  ['an ellipsis as a member', '{"a":1, ...\n}', { a: 1 }, 'write the content out in full'],
  [
    'an ellipsis as a value',
    '{"a": ..., "b": …}',
    { a: null, b: null },
    'write the content out in full; 1 more',
  ],
  ['an ellipsis in a comment', '[{} /* ... 3 more */]', [{}], 'write the content out in full'],
  ['a missing bracket at the end', '{"a":[1,2}', { a: [1, 2] }, 'add the missing "]"'],
  ['missing values', '{"a":,"b":}', { a: null, b: null }, 'add the missing value; 1 more in line 1'],
  ['a name without colon and value', '{"a","b":1}', { a: null, b: 1 }, 'add the missing value'],
  ['two values', '{"a":1}\n{"a":2}', { a: 1 }, 'write one JSON value only'],
  ['two values with text between', '{"a":1}\nand:\n{"a":2}', { a: 1 }, 'write one JSON value only'],
  ['text after that contains members', '{"a":1}\n"b": 2,', { a: 1 }, 'can be a part of the artifact'],
  [
    'text after that names a value',
    '{"a":"high"}\nIt is high.',
    { a: 'high' },
    'can be a part of the artifact',
  ],
  ['a missing quote beside white space', '{"a":["x \n]}', { a: ['x'] }, 'add the missing double quote; or'],
  ['a template literal', '{"a":`x ${y}`}', { a: 'x ${y}' }, 'write strings in straight double quotes'],
  ['a backslash beside escapes', '["C:\\data\\new"]', ['C:\\data\new'], 'write a backslash as \\\\'],
  ['a backslash before a line break', '["a \\\n b"]', ['a \\\n b'], 'write a backslash as \\\\'],
  ['a path', '["bin\\x64\\Debug"]', ['bin\\x64\\Debug'], 'write a backslash as \\\\; 1 more'],
  ['an escape of other languages', '["\\u12 \\0"]', ['\\u12 \\0'], 'write a backslash as \\\\; 1 more'],
]

describe('recover()', () => {
  test.each(lossless)('corrects without loss: %s', (_mistake, text, expected) => {
    expect(isJson(text)).toBe(false)
    const { value, isLossless, losslessText } = read(text)
    expect(value).toStrictEqual(expected)
    expect(isLossless).toBe(true)
    expect(JSON.parse(losslessText)).toStrictEqual(expected)
  })

  test.each(decided)(
    'corrects without loss where one explanation is left: %s',
    (_mistake, text, expected, message) => {
      const { value, isLossless, messages, losslessText } = read(text)
      expect(messages.join('\n')).toContain(message)
      expect(value).toStrictEqual(expected)
      expect(isLossless).toBe(true)
      expect(JSON.parse(losslessText)).toStrictEqual(expected)
      // Without a contract, nothing decides.
      expect(recovered(text).isLossless).toBe(false)
    },
  )

  test.each([
    ['a missing quote at the end of an array', '["x,y]'],
    ['a colon in an array', '["key":"value"]'],
    ['a comma after a name', '{"key","value"}'],
    ['two opening brackets', '[[1]'],
    ['an array after an object', '{"a":1}, ["x"]'],
    ['a bracket between members', '{"a":"x",["y"]}'],
    ['quotes in a string', '{"a":"say "hi" now"}'],
  ])('leaves to the author what a contract does not restrict: %s', (_mistake, text) => {
    const { isLossless, losslessText } = recovered(text, unrestricted)
    expect(isLossless).toBe(false)
    expect(losslessText).toBe(text)
  })

  test.each([['True'], ["'x'"], ['"x\ny"'], ['"the TV has 72""'], ['\\"x\\"']])(
    'leaves a text that is no artifact to the author: %s',
    (text) => {
      expect(recovered(text, restricted).losslessText).toBe(text)
      const anyText = optionsOf((value) => typeErrors(value, 'string', 'boolean'))
      expect(recovered(text, anyText).losslessText).toBe(text)
    },
  )

  test('leaves a line break in a name to the author', () => {
    expect(read('{"a\n":"x"}')).toMatchObject({ isLossless: false, value: { 'a\n': 'x' } })
  })

  test.each(lossy)(
    'corrects for validation only, and is not lossless: %s',
    (_mistake, text, expected, message) => {
      expect(isJson(text)).toBe(false)
      const { value, isLossless, messages } = read(text)
      expect(value).toStrictEqual(expected)
      expect(isLossless).toBe(false)
      expect(messages.join('\n')).toContain(message)
    },
  )

  test.each([
    ['nothing', ''],
    ['text without JSON', 'I could not write the file.'],
    ['another language', 'schema: finding.v1\ntitle: x\n'],
    ['a list of words', '(1, 2)'],
  ])('reads no value from %s', (_what, text) => {
    const { value, isLossless, messages, losslessText } = read(text)
    expect(value).toBeUndefined()
    expect(isLossless).toBe(false)
    expect(messages).toHaveLength(1)
    expect(losslessText).toBe(text)
  })

  test('maps each offset of a completed text into the text, also if its end has other mistakes', () => {
    const text = '[1,\n=>'
    const { repaired } = recover(text)
    expect(repaired?.text).toBe('[1]')
    expect([0, 1, 2, 3].map((offset) => repaired?.toOriginal(offset))).toEqual([0, 1, 2, text.length])
  })

  test('keeps the format of the text around the corrections', () => {
    const text = "{\n  /**/\n  a :  1,\n\n  'b': [ 1,2 , ], //\n}\n"
    expect(read(text).losslessText).toBe('{\n  "a" :  1,\n\n  "b": [ 1,2  ]\n}\n')
  })

  test('applies lossless corrections only, if there are others', () => {
    expect(read("{'a':1, 'b': NaN,}").losslessText).toBe('{"a":1, "b": NaN}')
  })

  test('reports each kind of mistake once, with the lines of the others', () => {
    const lines = Array.from({ length: 300 }, (_, index) => `  'name${index}': 'x',`)
    const { messages } = read(`{\n${lines.join('\n')}\n  "a": True,\n}`)
    expect(messages).toEqual([
      `Expected a string in double quotes; received "'": write strings in straight double quotes; 599 more in lines 2, 3, 4, 5, 6, …`,
      'Expected a value after the colon; received "True": write it as true',
      'Expected another member after the comma; received "}": delete the trailing comma',
    ])
  })

  test.each([
    [
      'comments',
      '[ // a\n1, # b\n2]',
      'JSON has no comments; move what it says into a member, or delete it; 1 more in line 2',
    ],
    ['ellipses', '{"a": [2 ...], "b": [1 ...]}', 'write the content out in full; 1 more in line 1'],
    ['missing commas', '{"a": ["x" "y"]\n"b": 3}', 'add the missing ","; 1 more in line 2'],
    ['missing values', '{"a":, "b":}', 'add the missing value; 1 more in line 1'],
  ])('reports %s in one violation, although several rules find them', (_what, text, message) => {
    const { messages } = read(text)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain(message)
  })

  test('truncates a long number in the message', () => {
    const [message] = read(`[+${'1'.repeat(100)}]`).messages
    expect(message).toBe(
      `Expected a value, or "]"; received "+111111111111111": write it as ${'1'.repeat(59)}…`,
    )
  })

  test('lists at most 20 missing closing brackets in the message', () => {
    expect(read(`${'['.repeat(20)}1`).messages[0]).toContain(`add "${']'.repeat(20)}", unless content`)
    expect(read(`${'['.repeat(21)}1`).messages[0]).toMatch(/write it again in full$/)
  })

  test('converts offsets to those in the original text', () => {
    const text = "```\n{ 'a': [ 1, , True ], b: 'x' }\n```"
    const { repaired } = recover(text)
    for (const [repairedPart, originalPart] of [
      ['{', '{'],
      ['"a"', "'a'"],
      ['[', '['],
      ['true', 'True'],
      ['"b"', 'b'],
      ['"x"', "'x'"],
      ['}', '}'],
    ] as const)
      expect(repaired?.toOriginal(repaired.text.indexOf(repairedPart))).toBe(text.indexOf(originalPart))
  })

  test('corrects a text without its backslashes, and converts offsets and lines to those in the original text', () => {
    const text = '{\n  \\"a\\": True,\n  \\"b\\": 1,\n  \\"c\\": True\n}'
    const { repaired, violations, isLossless, losslessText } = recovered(text)
    expect(repaired?.text).toBe('{\n  "a": true,\n  "b": 1,\n  "c": true\n}')
    expect(losslessText).toBe(repaired?.text)
    expect(isLossless).toBe(true)
    for (const part of ['"a', 'true', '1', '"c', '}'])
      expect(repaired?.toOriginal(repaired.text.indexOf(part))).toBe(
        text.indexOf(part === 'true' ? 'True' : part.replace('"', '\\"')),
      )
    expect(violations.map(({ offset }) => offset)).toEqual([text.indexOf('\\'), text.indexOf('True')])
    expect(violations[1]?.message).toContain('write it as true; 1 more in line 4')
  })

  test.each([
    ['{\\"a\\": NaN}', '{"a": "NaN"}'],
    ['{\\"a\\": x}', '{"a": "x"}'],
  ])('is not lossless if it guesses content after it deleted backslashes: %s', (text, repaired) => {
    const recovery = recovered(text)
    expect(recovery.repaired?.text).toBe(repaired)
    expect(recovery.isLossless).toBe(false)
    expect(recovery.losslessText).toBe(text)
  })

  test('completes a text that is truncated in at most 1,000 containers', () => {
    expect(recover(`${'['.repeat(1000)}1`).repaired?.text).toBe(`${'['.repeat(1000)}1${']'.repeat(1000)}`)
    expect(recover(`${'['.repeat(1001)}1`)).not.toHaveProperty('repaired')
  })

  test('names the values that a truncated text leaves open, and the last one only if it was cut', () => {
    expect(recover('{"a": [1, "x').truncatedAt).toEqual({ open: ['', '/a'], cut: '/a/1' })
    expect(recover('{"a": [1').truncatedAt).toMatchObject({ open: ['', '/a'] })
    expect(recover('{"a": [1,]}')).not.toHaveProperty('truncatedAt')
  })

  test('never throws, and repairs any text to JSON or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(mistakenTexts, damagedTexts, randomTexts), (text) => {
        fc.pre(!isJson(text))
        const { repaired, violations } = recover(text)
        expect(violations.length).toBeGreaterThan(0)
        const isInText = (offset: number): boolean => offset >= 0 && offset <= text.length
        expect(violations.filter(({ offset }) => !isInText(offset))).toEqual([])
        if (!repaired) return
        expect(isJson(repaired.text)).toBe(true)
        const offsets = Array.from({ length: repaired.text.length + 1 }, (_, offset) => offset)
        expect(offsets.filter((offset) => !isInText(repaired.toOriginal(offset)))).toEqual([])
      }),
      { numRuns: repetitions(400, 4000) },
    )
  })
})
