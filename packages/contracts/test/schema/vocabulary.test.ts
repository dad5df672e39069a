import { compileSchema } from '@workbench/contracts'

import { mentionsOf } from '../../src/schema/vocabulary.ts'

const mentions = (schema: object, text: string): boolean =>
  mentionsOf(compileSchema(schema).schemaNode())(text)

describe('mentionsOf()', () => {
  test.each<[what: string, schema: object]>([
    ['a name', { properties: { darkRed: {} } }],
    ['a required name', { required: ['darkRed'] }],
    ['a forbidden name', { properties: { darkRed: false } }],
    ['an allowed value', { properties: { a: { enum: [1, 'dark-red'] } } }],
    ['a constant', { items: { const: 'dark red' } }],
    ['a name of other members', { additionalProperties: { properties: { darkRed: {} } } }],
    ['a value of a referenced schema', { items: { $ref: '#/$defs/a' }, $defs: { a: { enum: ['darkRed'] } } }],
    ['a name of a schema that refers to itself', { properties: { darkRed: { $ref: '#' } } }],
    ['a name in a condition', { if: { required: ['darkRed'] }, then: { required: ['b'] } }],
  ])('finds %s in any spelling', (_what, schema) => {
    for (const text of [
      'darkRed',
      'DARK RED!',
      'the Dark-Red one',
      'dark_red:',
      'darkRedColour',
      'darkred',
      "dark red's",
    ])
      expect({ text, found: mentions(schema, text) }).toEqual({ text, found: true })
    for (const text of ['dark', 'red', 'red dark', 'darkredish', '', '…'])
      expect({ text, found: mentions(schema, text) }).toEqual({ text, found: false })
  })

  test('finds a word of a longer name beside a number', () => {
    const schema = { properties: { effortHours: {}, madeBy: {} } }
    const found = (text: string) => mentions(schema, text)
    expect(['4 hours', 'Effort is 8', 'many hours', 'made', '1 by 1'].map(found)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('tells words with an apostrophe apart', () => {
    expect(mentions({ properties: { id: {} } }, "I'd say so")).toBe(false)
    expect(mentions({ enum: ['wont'] }, 'It won’t.')).toBe(true)
  })

  test('finds nothing of values without letters, of other types and of whole sentences', () => {
    const schema = { enum: ['', '…', 7, null, 'one two three four five six seven eight nine'] }
    expect(mentions(schema, '7 null … one two three four five six seven eight nine')).toBe(false)
  })

  test('reads a schema with many values', () => {
    expect(mentions({ enum: Array.from({ length: 200_000 }, (_, index) => `v${index}`) }, 'V199999')).toBe(
      true,
    )
  })
})
