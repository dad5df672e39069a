import { differences } from './differences.ts'
import { applyPatch } from './patch.ts'
import { overlap, valueAt } from './pointer.ts'
import { offsetOf } from './positions.ts'
import { allNodes, textNodes } from './text-nodes.ts'

it('applyPatch() applies the operations of RFC 6902 to a copy', () => {
  const value = { a: [1, 2], b: { 'c/d': 3 } }
  const operations = [
    { op: 'test', path: '/a/0', value: 1 },
    { op: 'add', path: '/a/1', value: 'x' },
    { op: 'add', path: '/a/-', value: 'y' },
    { op: 'replace', path: '/a/0', value: 0 },
    { op: 'move', from: '/b/c~1d', path: '/e' },
    { op: 'copy', from: '/e', path: '/f' },
    { op: 'remove', path: '/b' },
  ]
  expect(applyPatch(value, operations)).toEqual({ a: [0, 'x', 2, 'y'], e: 3, f: 3 })
  expect(value).toEqual({ a: [1, 2], b: { 'c/d': 3 } })
  expect(applyPatch([{ a: 1 }], [{ op: 'move', from: '/0', path: '' }])).toEqual({ a: 1 })
})

it.each([
  { op: 'replace', path: '/x', value: 1 },
  { op: 'remove', path: '/x' },
  { op: 'move', from: '/x', path: '/y' },
  { op: 'add', path: '/x/y', value: 1 },
  { op: 'test', path: '/a', value: 2 },
  { op: 'unknown', path: '/a' },
])('applyPatch() throws a RangeError for the operation $op $path that cannot be applied', (operation) => {
  expect(() => applyPatch({ a: 1 }, [operation])).toThrow(RangeError)
})

it('valueAt() does not return inherited members', () => {
  expect(valueAt({ a: ['b'] }, '/a/0')).toBe('b')
  expect(valueAt({}, '/toString')).toBeUndefined()
})

it('overlap() does not confuse names with the same start', () => {
  expect(overlap('/a', '/a/b')).toBe(true)
  expect(overlap('/a', '/ab')).toBe(false)
})

it('differences() returns the pointers of different, missing and additional values', () => {
  expect(differences({ a: 1, b: [1, 2], c: {} }, { c: {}, a: 2, b: [1], d: null })).toEqual([
    '/a',
    '/b/1',
    '/d',
  ])
})

it('textNodes() returns the values of a text with their offsets and names', () => {
  const text = ' {"a\\"b": [1, {}], "c":"x"}'
  const nodes = allNodes(textNodes(text)).map(({ pointer, start, end }) => [pointer, text.slice(start, end)])
  expect(nodes).toEqual([
    ['', text.trim()],
    ['/a"b', '[1, {}]'],
    ['/a"b/0', '1'],
    ['/a"b/1', '{}'],
    ['/c', '"x"'],
  ])
})

it('offsetOf() converts a line and a column', () => {
  expect(offsetOf('ab\ncd', 2, 2)).toBe(4)
})
