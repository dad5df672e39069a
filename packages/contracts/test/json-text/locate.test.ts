import fc from 'fast-check'

import { repetitions } from '../../../../build/jest/repetitions.ts'
import { locateInOrder } from '../../src/json-text/locate-in-order.ts'
import { locate } from '../../src/json-text/locate.ts'
import { positionsIn } from '../../src/json-text/positions.ts'
import { type TokenHandler, tokenize } from '../../src/json-text/tokenizer.ts'
import { type Pointer, token } from '../../src/pointer.ts'
import { childLocation, type Location, pointerOf, rootLocation } from '../../src/violations/location.ts'
import { positionIn } from '../rules/json-writer.ts'

interface Offsets {
  readonly name?: number
  readonly value: number
}

interface Frame {
  readonly pointer: Pointer
  segment: string | number
}

/** The offsets of all values, from all tokens of a text. The last of several duplicate members counts. */
class AllOffsets implements TokenHandler {
  readonly found = new Map<Pointer, Offsets>()
  hasDuplicates = false
  readonly #frames: Frame[] = []
  readonly #names: Set<string>[] = []
  #name: number | undefined

  open(kind: 'object' | 'array', offset: number): void {
    const pointer = this.#add(offset)
    this.#frames.push({ pointer, segment: kind === 'array' ? 0 : '' })
    this.#names.push(new Set())
  }

  close(): void {
    this.#frames.pop()
    this.#names.pop()
  }

  name(name: string, offset: number): void {
    const frame = this.#frames.at(-1)
    if (frame) frame.segment = name
    this.#name = offset
    if (this.#names.at(-1)?.has(name)) this.hasDuplicates = true
    this.#names.at(-1)?.add(name)
  }

  scalar(offset: number): void {
    this.#add(offset)
  }

  #add(value: number): Pointer {
    const frame = this.#frames.at(-1)
    const pointer = frame ? frame.pointer + token(frame.segment) : ''
    const name = typeof frame?.segment === 'string' ? this.#name : undefined
    if (typeof frame?.segment === 'number') frame.segment++
    this.found.set(pointer, name === undefined ? { value } : { name, value })
    return pointer
  }
}

function allOffsets(text: string): AllOffsets {
  const handler = new AllOffsets()
  tokenize(text, handler)
  return handler
}

const spaces = fc.constantFrom('', '', '', ' ', '\n', '\n  ', '\r\n', '\r', '\n\r', '\t ')

const strings = fc.oneof(
  fc.constantFrom(
    ...['"a"', '"\\u0061"', '"b"', '""', '"0"', '"1"', '"a/b"', '"~"', '"~1"', '"__proto__"', '"😀"', '"é"'],
    ...['"\\""', '"\\\\"', '"\\\\\\""', '"{"', '"}"', '"[\\"a\\",1]"', '"a\\": 1,"', '"],"', '"\\ud83d"'],
    ...['"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"', '"\\n"', '"\\u000a"', '"\u2028"', '"\\u005c\\u0022"'],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }).map((text) => JSON.stringify(text)),
)

/** Valid JSON texts of any format, many with duplicate names and with names that are escaped. */
const { value: texts } = fc.letrec<Record<'value' | 'padded' | 'object' | 'array', string>>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    strings,
    fc.constantFrom('1', '-0', '1.5e-3', 'null', 'true', 'false'),
    tie('object'),
    tie('array'),
  ),
  padded: fc.tuple(spaces, tie('value'), spaces).map((parts) => parts.join('')),
  object: fc
    .array(fc.tuple(spaces, strings, spaces, fc.constant(':'), tie('padded')), { maxLength: 5 })
    .chain((members) => spaces.map((space) => `{${members.map((parts) => parts.join('')).join() || space}}`)),
  array: fc
    .array(tie('padded'), { maxLength: 4 })
    .chain((items) => spaces.map((space) => `[${items.join() || space}]`)),
}))

const paddedTexts = fc.tuple(spaces, texts, spaces).map((parts) => parts.join(''))

describe('locate()', () => {
  test('finds the same offsets as the tokens of the whole text, for any selection of values', () => {
    fc.assert(
      fc.property(paddedTexts, fc.infiniteStream(fc.boolean()), fc.boolean(), (text, choices, readsAll) => {
        const { found, hasDuplicates } = allOffsets(text)
        const pointers = [...found.keys()].filter(() => choices.next().value)
        const located = locate(text, pointers, hasDuplicates || readsAll)
        const offsets = located.map(({ name, value }) => (name === undefined ? { value } : { name, value }))
        expect(offsets).toEqual(pointers.map((pointer) => found.get(pointer)))
      }),
      { numRuns: repetitions(800, 12_000) },
    )
  })

  test('does not take the name of a member for an item of a later duplicate', () => {
    expect(locate('{"a":{"0":1},"a":[2]}', ['/a/0'], true)).toMatchObject([{ name: undefined, value: 18 }])
  })

  test('finds nothing for pointers to values that are not in the text', () => {
    const offsets = locate('{"a":[1,{"b":"c"}]} ', ['/x', '/a/2', '/a/00', '/a/1/b/c', '/a/1/b'], false)
    expect(offsets.map(({ value }) => value)).toEqual([undefined, undefined, undefined, undefined, 13])
  })

  test('reads names and strings with megabytes of backslashes and quotes', () => {
    const quotes = '\\"'.repeat(1_000_000)
    const text = `{"${quotes}":"${'\\\\'.repeat(1_000_000)}","a":"${quotes}","b":1}`
    const [offsets] = locate(text, ['/b'], false)
    expect(offsets).toMatchObject({ name: text.length - 6, value: text.length - 2 })
  })
})

function* locationsIn(location: Location): Generator<Location> {
  yield location
  const { value } = location
  if (typeof value !== 'object' || value === null) return
  for (const [index, [name, member]] of Object.entries(value).entries())
    yield* locationsIn(childLocation(location, Array.isArray(value) ? index : name, index, member))
}

/** Whether an object has a name that is an index, so that its members are in another order than in the text. */
const hasIndex = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((!Array.isArray(value) && Object.keys(value).some((name) => /^\d/.test(name))) ||
    Object.values(value).some(hasIndex))

describe('locateInOrder()', () => {
  test('finds the same offsets as locate(), for any selection of values in any order', () => {
    const order = fc.infiniteStream(fc.nat(100))
    fc.assert(
      fc.property(paddedTexts, order, fc.boolean(), (text, choices, isSorted) => {
        fc.pre(!allOffsets(text).hasDuplicates)
        const root = rootLocation(JSON.parse(text))
        const chosen = Array.from(locationsIn(root), (location) => ({
          location,
          rank: Number(choices.next().value),
        })).filter(({ rank }) => rank < 60)
        if (!isSorted) chosen.sort((a, b) => a.rank - b.rank)
        const locations = chosen.map(({ location }) => location)
        const located = locate(text, locations.map(pointerOf), false)
        const inOrder = locateInOrder(text, locations)
        expect(inOrder !== undefined || hasIndex(root.value)).toBe(true)
        expect((inOrder ?? located).map(({ name, value }) => ({ name, value }))).toEqual(
          located.map(({ name, value }) => ({ name, value })),
        )
      }),
      { numRuns: repetitions(3000) },
    )
  })

  test.each([
    ['members whose order differs from that in the text', '{"b":"c","1":2}'],
    ['members of which the last is named 0', '{"b":"c","0":2}'],
    ['such members before the value', '[{"b":"c","1":2},3]'],
  ])('finds %s, or nothing', (_what, text) => {
    const locations = [...locationsIn(rootLocation(JSON.parse(text)))]
    const found = locateInOrder(text, locations.slice(-1))
    expect(found?.[0]?.value).toBe(text.startsWith('[') ? text.length - 2 : undefined)
  })

  test.each([
    ['in document order', false],
    ['in reverse order', true],
  ])('finds nested values %s', (_order, isReversed) => {
    const text = '[ {"a": [1, "x\\n", {"b": "y"}], "\\"": {}, "c": []}, [[2], "]", 3 ], {"d": "z"} ] '
    const locations = [...locationsIn(rootLocation(JSON.parse(text)))]
    if (isReversed) locations.reverse()
    const { found } = allOffsets(text)
    expect(locateInOrder(text, locations)).toEqual(locations.map((each) => found.get(pointerOf(each))))
  })

  const offsetsIn = (text: string, root: unknown, ...path: [segment: string | number, index: number][]) => {
    let location = rootLocation(root)
    for (const [segment, index] of path) {
      const value = (location.value as Record<string | number, unknown>)[segment]
      location = childLocation(location, segment, index, value)
    }
    return locateInOrder(text, [location])
  }

  test.each([
    ['an empty name', '{"a":[1,2],"":"x","b":0}'],
    ['a name that starts with a space', '{" 1":1,"b":0}'],
    ['a name that starts with a minus sign', '{"-1":1,"b":0}'],
    ['a colon as a name', '{":":1,"b":0}'],
  ])('finds a member after one with %s', (_what, text) => {
    const root = JSON.parse(text) as object
    const found = offsetsIn(text, root, ['b', Object.keys(root).length - 1])
    expect(found).toEqual([{ name: text.length - 6, value: text.length - 2 }])
  })

  test('finds nothing in a member of an object whose order differs from that in the text', () => {
    const text = '{"b":{"c":1},"1":2}'
    expect(offsetsIn(text, JSON.parse(text), ['b', 1], ['c', 0])).toBeUndefined()
  })

  test('finds a value of JSON in a string where the string is', () => {
    const text = '{"a":1,"b":"{\\"c\\":2}"}'
    expect(offsetsIn(text, { a: 1, b: { c: 2 } }, ['b', 1], ['c', 0])).toEqual([{ value: 11 }])
  })

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"":', '}'],
  ])('skips %s that nest deeper than the stack', (_what, opening, closing) => {
    const levels = 15_000
    const deep = `${opening.repeat(levels)}0${closing.repeat(levels)}`
    const text = `{"a":${deep},"b":1}`
    expect(offsetsIn(text, JSON.parse(text), ['b', 1])).toEqual([
      { name: deep.length + 6, value: deep.length + 10 },
    ])
  })
})

describe('positionsIn()', () => {
  test('counts LF, CR LF and CR as ends of lines, in any order of the offsets', () => {
    const lines = fc.array(fc.constantFrom('a', '😀', '\n', '\r\n', '\r', '\u2028'), { maxLength: 12 })
    fc.assert(
      fc.property(lines, fc.array(fc.nat(14), { maxLength: 6 }), (parts, choices) => {
        const text = parts.join('')
        const positionOf = positionsIn(text)
        for (const choice of choices) {
          const offset = Math.min(choice, text.length)
          // Between CR and LF, the line has not ended.
          const isWithinEnd = text[offset] === '\n' && text[offset - 1] === '\r'
          const { line, column } = positionIn(text, isWithinEnd ? offset - 1 : offset)
          expect(positionOf(offset)).toEqual({ line, column: isWithinEnd ? column + 1 : column })
        }
      }),
      { numRuns: repetitions(500, 8000) },
    )
  })
})
