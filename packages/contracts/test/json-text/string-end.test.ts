import {
  continuesContainer,
  endsString,
  isMemberAt,
  type StringRole,
} from '../../src/json-text/recovery/strings/string-end.ts'
import { findStringEnd } from '../../src/json-text/recovery/strings/find-string-end.ts'

describe('endsString()', () => {
  test.each<[role: StringRole, rest: string, certainty: string | undefined]>([
    ['name', ': 1', 'certain'],
    ['name', ' = 1', 'certain'],
    ['name', ' "b"', 'possible'],
    ['name', ' {', 'possible'],
    ['name', ' x', undefined],
    ['name', 'x "b"', undefined],
    ['name', '"b"', undefined],
    ['name', ' x true', undefined],
    ['name', ' , "b"', undefined],
    ['document', '', 'certain'],
    ['document', ' \n', 'certain'],
    ['document', ' "b": 1', undefined],
    ['document', ' }', undefined],
    ['document', ' '.repeat(400), undefined],
    ['document', ' '.repeat(399), 'certain'],
    ['object', ' ', 'certain'],
    ['object', ', "b": 1', 'certain'],
    ['object', '\n"b": 1', 'certain'],
    ['object', '\n"b" 1', 'certain'],
    ['object', '\nb: 1', 'certain'],
    ['object', ' "b": 1', 'possible'],
    ['object', ' "b" 1', undefined],
    ['object', ', b: 1', 'possible'],
    ['object', ', b_c = 1', 'possible'],
    ['object', ', b  : 1', 'possible'],
    ['object', ', b c: 1', undefined],
    ['object', ', 1: 1', undefined],
    ['object', ', b', undefined],
    ['object', ' b: 1', undefined],
    ['object', ', and so on', undefined],
    ['object', ', \nb c', undefined],
    ['object', '}', 'certain'],
    ['object', ']', 'possible'],
    ['object', '},', 'certain'],
    ['object', '} x', undefined],
    ['object', '}\nx', 'certain'],
    ['object', '\n} x', undefined],
    ['object', '}`', 'certain'],
    ['array', ']', 'certain'],
    ['array', '}', 'possible'],
    ['array', '];', 'certain'],
    ['array', '] x', undefined],
    ['array', ', "b"', 'possible'],
    ['array', ',\n"b"', 'certain'],
    ['array', ',\ntrue', 'certain'],
    ['array', ', truest', undefined],
    ['array', ', x "b"', undefined],
    ['array', ', x', undefined],
    ['array', ' "b"]', 'possible'],
    ['array', ' "b" x', undefined],
    ['array', ' x', undefined],
    ['array', '\nx', undefined],
  ])('for a string with the role %s before %j', (role, rest, certainty) => {
    expect(endsString(`"${rest}`, 1, role)).toBe(certainty)
  })
})

describe('isMemberAt()', () => {
  test.each<[text: string, inLine: boolean, atNewLine: boolean]>([
    ['"b": 1', true, true],
    ["'b' = 1", true, true],
    ['`b`: 1', true, true],
    ['“b”: 1', true, true],
    ['"b\\"c": 1', true, true],
    ['"b" 1', false, true],
    ['"b" true', false, true],
    ['"b"\n1', false, false],
    ['"b" x', false, false],
    ['x "b" 1', false, false],
    ['x "b": 1', false, false],
    ['b: 1', false, true],
    ['bc-d : 1', false, true],
    ['über= 1', false, true],
    ['$b: 1', false, true],
    ['1b: 1', false, false],
    ['-b: 1', false, false],
    ['b c: 1', false, false],
    ['b', false, false],
    ['b"c: 1', false, false],
  ])('of %j', (text, inLine, atNewLine) => {
    expect([isMemberAt(`, ${text}`, 2, false), isMemberAt(`, ${text}`, 2, true)]).toEqual([inLine, atNewLine])
  })
})

describe('continuesContainer()', () => {
  test.each<[role: StringRole, line: string, continues: boolean]>([
    ['object', '\n}', true],
    ['object', '\n],', true],
    ['object', '\n} x', false],
    ['object', '\n  "b": 1', true],
    ['object', '\n  b: 1', false],
    ['object', '\n  "b", "c"', false],
    ['array', '\n]', true],
    ['array', '\n] x', false],
    ['array', '\n "b",', true],
    ['array', '\n "b": 1', false],
    ['array', '\n 1', false],
    ['name', '\n "b",', false],
    ['document', '\n "b"', false],
    ['document', '\n}', true],
  ])('for a string with the role %s before the line %j', (role, line, continues) => {
    expect(continuesContainer(line, 0, role)).toBe(continues)
  })
})

describe('findStringEnd()', () => {
  const find = (text: string, role: StringRole, depth = 1, characters = 1_000_000) => {
    const budget = { characters }
    const end = findStringEnd({ text, start: 0, role, depth, budget })
    const found = typeof end === 'object' ? [text.slice(0, end.at), end.isMissing, end.isCertain] : end
    return { found, used: characters - budget.characters }
  }

  test.each<[text: string, role: StringRole, found: unknown]>([
    ["'a'}", 'object', ["'a", false, true]],
    ["'it's'}", 'object', ["'it's", false, true]],
    ["'a' b'}", 'object', ["'a' b", false, false]],
    ["'a\\'b'}", 'object', ["'a\\'b", false, true]],
    ["'a", 'object', 'truncated'],
    ["'a\n}", 'object', ["'a", true, false]],
    ["'a,\n}", 'object', ["'a", true, false]],
    ["'a  \n}", 'object', ["'a", true, false]],
    ["'a\n}\n```\n", 'object', ["'a", true, false]],
    ["'a\n}\n```", 'object', ["'a", true, false]],
    ["'a\n}``` x", 'object', 'truncated'],
    ["'a\n}}", 'object', 'truncated'],
    [`'a\n${' '.repeat(997)}}`, 'object', ["'a", true, false]],
    [`'a\n${' '.repeat(1000)}}`, 'object', 'truncated'],
    ["'a\nb", 'object', 'truncated'],
    ["'a\n'b': 1}", 'object', ["'a", true, false]],
    ['“a”}', 'object', ['“a', false, true]],
    ['“a"}', 'object', ['“a', false, true]],
    ['"a"}', 'object', ['"a', false, true]],
  ])('in %j with the role %s', (text, role, found) => {
    expect(find(text, role).found).toEqual(found)
  })

  test('uses the budget for what it examines', () => {
    expect(find("'abc'}", 'object').used).toBe(54)
    expect(find("'a b' c' d'}", 'object').used).toBe(160)
    expect(find("'abc'}", 'object', 1, 54).found).toEqual(["'abc", false, true])
    expect(find("'abc'}", 'object', 1, 4).found).toEqual(["'abc", false, true])
    expect(find("'abc'}", 'object', 1, 3).found).toBeUndefined()
  })

  test('does not correct strings of more than 100,000 characters', () => {
    expect(find(`'${'a'.repeat(99_999)}'}`, 'object').found).toHaveLength(3)
    expect(find(`'${'a'.repeat(100_000)}'}`, 'object').found).toBeUndefined()
  })
})
