import { compileSchema } from '@workbench/contracts'

import { ShapeCensus } from '../../src/codegen/shape-census.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

const node = compileSchema({
  required: ['list'],
  properties: { list: { items: { properties: Object.fromEntries(NAMES.map((name) => [name, {}])) } } },
}).schemaNode()
const list = node.constraints.members?.properties.get('list')
const item = (typeof list === 'object' ? list.constraints.items : undefined) ?? node

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

describe('a validator that is used often', () => {
  const schema = {
    required: ['list'],
    properties: {
      list: {
        items: { properties: Object.fromEntries(NAMES.map((name) => [name, { type: 'integer' }])) },
      },
    },
  }

  it.each<[what: string, artifactOf: (call: number) => unknown]>([
    ['of one shape', oneShape],
    ['of many shapes', manyShapes],
    ['of one shape, and then of many', (call) => (call < 1000 ? oneShape() : manyShapes(call))],
    ['of many shapes, and then of one', (call) => (call < 1000 ? manyShapes(call) : oneShape())],
  ])('gives the same verdicts as the interpreter for artifacts %s', (_what, artifactOf) => {
    const often = compileSchema(schema)
    const interpreted = compileSchema(schema, { codeGeneration: false })
    for (let call = 0; call < 3000; call++) {
      const valid = artifactOf(call)
      const broken = { list: [{ ...(valid as { list: object[] }).list[0], d: 'x', e: 1.5 }] }
      const value = call % 3 === 0 ? broken : valid
      expect(often.is(value)).toBe(value === valid)
      expect(often.validate(value)).toEqual(interpreted.validate(value))
    }
  })

  it('ignores a getter that throws when it is read after the validation', () => {
    const artifactWith = (readable: number) => {
      const artifact = {
        reads: 0,
        get list() {
          if (artifact.reads++ === readable) throw new Error('The member was read')
          return []
        },
      }
      return artifact
    }
    const validated = artifactWith(Infinity)
    compileSchema(schema, { codeGeneration: false }).is(validated)
    const often = compileSchema(schema)
    for (let call = 0; call < 3000; call++) expect(often.is(artifactWith(validated.reads))).toBe(true)
  })
})
