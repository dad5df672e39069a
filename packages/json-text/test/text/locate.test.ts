import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { locate } from '../../src/text/locate.ts'
import { positionsIn } from '../../src/text/positions.ts'
import { type TokenHandler, tokenize } from '../../src/text/tokenizer.ts'
import { type Pointer, segments, token } from '../../src/values/pointer.ts'
import { positionIn } from '@workbench/test-support/json/json-writer'

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
  readonly #frames: Frame[] = []
  #name: number | undefined

  open(kind: 'object' | 'array', offset: number): void {
    const pointer = this.#add(offset)
    this.#frames.push({ pointer, segment: kind === 'array' ? 0 : '' })
  }

  close(): void {
    this.#frames.pop()
  }

  name(name: string, offset: number): void {
    const frame = this.#frames.at(-1)
    if (frame) frame.segment = name
    this.#name = offset
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

function allOffsets(text: string): ReadonlyMap<Pointer, Offsets> {
  const handler = new AllOffsets()
  tokenize(text, handler)
  return handler.found
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

const locateAt = (text: string, ...pointers: readonly Pointer[]) => locate(text, pointers.map(segments))

describe('locate()', () => {
  test('finds the same offsets as the tokens of the whole text, for any selection of values', () => {
    fc.assert(
      fc.property(paddedTexts, fc.infiniteStream(fc.boolean()), (text, choices) => {
        const all = allOffsets(text)
        const pointers = [...all.keys()].filter(() => choices.next().value)
        const offsets = locateAt(text, ...pointers).map(({ name, value }) =>
          name === undefined ? { value } : { name, value },
        )
        expect(offsets).toEqual(pointers.map((pointer) => all.get(pointer)))
      }),
      { numRuns: repetitions(800, 12_000) },
    )
  })

  test('finds an item by its index as a number', () => {
    expect(locate('{"a":[1,{"b":"c"}]}', [['a', 1, 'b']])).toMatchObject([{ name: 9, value: 13 }])
  })

  test('does not take the name of a member for an item of a later duplicate', () => {
    expect(locateAt('{"a":{"0":1},"a":[2]}', '/a/0')).toMatchObject([{ name: undefined, value: 18 }])
  })

  test('finds nothing for paths to values that are not in the text', () => {
    const offsets = locateAt('{"a":[1,{"b":"c"}]} ', '/x', '/a/2', '/a/00', '/a/1/b/c', '/a/1/b')
    expect(offsets.map(({ value }) => value)).toEqual([undefined, undefined, undefined, undefined, 13])
  })

  test('reads names and strings with megabytes of backslashes and quotes', () => {
    const quotes = '\\"'.repeat(1_000_000)
    const text = `{"${quotes}":"${'\\\\'.repeat(1_000_000)}","a":"${quotes}","b":1}`
    const [offsets] = locateAt(text, '/b')
    expect(offsets).toMatchObject({ name: text.length - 6, value: text.length - 2 })
  })

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"":', '}'],
  ])('reads %s that nest deeper than the stack', (_what, opening, closing) => {
    const levels = 15_000
    const deep = `${opening.repeat(levels)}0${closing.repeat(levels)}`
    expect(locateAt(`{"a":${deep},"b":1}`, '/b')).toMatchObject([
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
