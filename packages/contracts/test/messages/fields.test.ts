import { compileSchema } from '@workbench/contracts'

import { fieldsOf } from '../../src/messages/fields.ts'

const pathsOf = (schema: unknown, schemas = {}): string[] =>
  fieldsOf(compileSchema(schema, { schemas }).schemaNode()).map(({ path }) => path)

const item = { properties: { a: { type: 'string' } } }

describe('fieldsOf()', () => {
  it.each<[string, object, string[]]>([
    ['an object', item, ['list', 'list.a']],
    ['the items of an array', { items: item }, ['list', 'list[].a']],
    ['the items of nested arrays', { items: { items: item } }, ['list', 'list[][].a']],
    ['the target of a "$ref"', { $ref: '#/$defs/item' }, ['list', 'list.a']],
    ['the target of a chain of "$ref"', { $ref: '#/$defs/alias' }, ['list', 'list.a']],
    ['the items of the target of a "$ref"', { $ref: '#/$defs/items' }, ['list', 'list[].a']],
    [
      'an object and the target of its "$ref"',
      { $ref: '#/$defs/item', properties: { b: {} } },
      ['list', 'list.b', 'list.a'],
    ],
  ])('lists the members of %s', (_, list, paths) => {
    const $defs = { item, items: { items: { $ref: '#/$defs/alias' } }, alias: { $ref: '#/$defs/item' } }
    expect(pathsOf({ properties: { list }, $defs })).toEqual(paths)
  })

  it('lists the members of a recursive schema once', () => {
    expect(pathsOf({ properties: { name: {}, children: { items: { $ref: '#' } } } })).toEqual([
      'name',
      'children',
    ])
  })

  it('does not list the members of another contract', () => {
    expect(pathsOf({ properties: { other: { $ref: 'other' } } }, { other: item })).toEqual(['other'])
  })
})
