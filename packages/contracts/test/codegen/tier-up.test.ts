import { compileSchema } from '@workbench/contracts'

import { ShapeCensus } from '../../src/codegen/shape-census.ts'
import { tierUp } from '../../src/codegen/tier-up.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

const node = compileSchema({
  required: ['list'],
  properties: { list: { items: { properties: Object.fromEntries(NAMES.map((name) => [name, {}])) } } },
}).schemaNode()
const item = node.subschema('properties', 'list', 'items') ?? node

/** An artifact whose items have their members in the order of the number: 720 orders of six names. */
function artifact(order: number): unknown {
  const left = [...NAMES]
  const names = NAMES.map((_, index) => left.splice((order + index) % left.length, 1)[0] ?? '')
  return { list: [Object.fromEntries(names.map((name) => [name, 1]))] }
}
const manyShapes = (call: number): unknown => artifact(call % 6)
const oneShape = (): unknown => artifact(0)

describe('ShapeCensus', () => {
  const after = (artifacts: readonly unknown[], census = new ShapeCensus(node)): ShapeCensus => {
    for (const each of artifacts) census.add(each)
    census.update()
    return census
  }

  it('finds objects of one shape, and not those of many', () => {
    const census = after(Array.from({ length: 8 }, (_, call) => manyShapes(call)))
    expect([...census.fewShapes]).toEqual([node])
    expect(new Set(after(Array.from({ length: 8 }, oneShape)).fewShapes)).toEqual(new Set([node, item]))
  })

  it('does not decide on fewer than eight objects', () => {
    expect(after(Array.from({ length: 7 }, oneShape)).fewShapes.size).toBe(0)
  })

  it('counts a rare shape although most objects have another one', () => {
    const census = after(Array.from({ length: 8 }, oneShape))
    for (const order of [1, 2, 3]) after([oneShape(), artifact(order), oneShape()], census)
    expect(census.fewShapes.has(item)).toBe(true)
    after([oneShape(), artifact(4)], census)
    expect(census.fewShapes.has(item)).toBe(false)
  })

  it('ignores values of other types', () => {
    expect(after([null, 'x', [], { list: {} }, { list: [null, []] }]).fewShapes.size).toBe(0)
  })

  it('visits a part of an artifact with many objects', () => {
    const list = Array.from({ length: 100_000 }, () => ({
      get a() {
        throw new Error('The member was read')
      },
    }))
    const census = new ShapeCensus(node)
    expect(() => {
      census.add({ list: [...Array.from({ length: 1000 }, () => ({})), ...list] })
    }).not.toThrow()
  })

  it('ends for a recursive schema and a circular value', () => {
    const tree = compileSchema({ properties: { next: { $ref: '#' } } }).schemaNode()
    const circular: Record<string, unknown> = {}
    circular['next'] = circular
    expect(() => {
      new ShapeCensus(tree).add(circular)
    }).not.toThrow()
  })
})

describe('tierUp()', () => {
  /** The numbers of calls after which the functions were replaced. */
  function replacements(artifactOf: (call: number) => unknown, calls: number): number[] {
    const tiers = tierUp(node)
    let before = tiers.current()
    return Array.from({ length: calls }, (_, call) => {
      tiers.count(artifactOf(call))
      const functions = tiers.current()
      const isReplaced = functions !== before
      before = functions
      return isReplaced ? call : -1
    }).filter((call) => call >= 0)
  }

  it('generates code after 128 calls, and again after about 2,000', () => {
    for (const artifactOf of [oneShape, manyShapes]) {
      const [first, second, ...others] = replacements(artifactOf, 30_000)
      expect(first).toBeLessThanOrEqual(128)
      expect(second).toBeGreaterThan(2000)
      expect(second).toBeLessThan(2300)
      expect(others).toEqual([])
    }
  })

  it.each([
    ['many shapes to one', manyShapes, oneShape],
    ['one shape to many', oneShape, manyShapes],
  ])('generates code again within 5,000 calls if a stream changes from %s', (_, before, after) => {
    for (const change of [10_000, 11_000, 12_000]) {
      const late = replacements(
        (call) => (call < change ? before(call) : after(call)),
        change + 20_000,
      ).filter((call) => call > 2300)
      expect(late).toHaveLength(1)
      expect((late[0] ?? 0) - change).toBeLessThan(5000)
    }
  })

  it('generates code less and less often if the shapes change again and again', () => {
    const late = replacements((call) => (call % 10_000 < 5000 ? oneShape() : manyShapes(call)), 200_000)
    expect(late.length).toBeGreaterThan(2)
    expect(late.length).toBeLessThan(12)
  })

  it('does not take all samples from the same place of a stream that repeats itself', () => {
    const [usual, rare] = [Array.from({ length: 6 }, (_, order) => artifact(order)), oneShape()]
    for (let period = 200; period <= 300; period++) {
      const isRare = (call: number): boolean => call > 5000 && (call - 127) % period === 0
      const late = replacements((call) => (isRare(call) ? rare : usual[call % 6]), 12_000).filter(
        (call) => call > 2300,
      )
      expect({ period, late }).toEqual({ period, late: [] })
    }
  })

  it('ignores a getter that throws only when it is read again', () => {
    const tiers = tierUp(node)
    const throwing = {
      get list(): unknown {
        throw new Error('The member was read')
      },
    }
    for (let call = 0; call < 3000; call++) {
      expect(() => {
        tiers.count(throwing)
      }).not.toThrow()
    }
  })
})
