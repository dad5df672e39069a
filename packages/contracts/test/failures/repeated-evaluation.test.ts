import { compileSchema } from '@workbench/contracts'

import { MAX_EVALUATIONS } from '../../src/schema/evaluation/limits.ts'
import { violationsOf } from '../support/violations-of.ts'

/** A tree whose nodes are evaluated twice by their parent, so that each level doubles the number of evaluations. */
const doubled = {
  $ref: '#/$defs/tree',
  $defs: {
    tree: {
      properties: {
        child: { $ref: '#/$defs/tree', if: { $ref: '#/$defs/tree' }, then: { required: ['leaf'] } },
      },
    },
  },
}

function nested(levels: number, leaf: object): object {
  let value = leaf
  for (let level = 0; level < levels; level++) value = { child: value, leaf: true }
  return value
}

const notChecked = {
  path: '',
  keyword: 'evaluations',
  message: `Expected at most ${MAX_EVALUATIONS} evaluations of "$ref", "if" and "then"; received more: the artifact was not checked`,
  expected: MAX_EVALUATIONS,
}

describe.each([true, false])(
  'a schema that is evaluated several times for each value, with code generation: %s',
  (codeGeneration) => {
    const { is, validate, validateText } = compileSchema(doubled, { codeGeneration })

    it('accepts a valid artifact that needs few evaluations', () => {
      for (let call = 0; call < 200; call++) expect(is(nested(3, { leaf: true }))).toBe(true)
    })

    it('finds the violations of an artifact that needs few evaluations', () => {
      expect(violationsOf(validate(nested(3, {})))).toMatchObject([{ path: '/child/child/child/leaf' }])
    })

    it('does not check an artifact that needs too many', () => {
      const artifact = nested(40, { leaf: true })
      expect(is(artifact)).toBe(false)
      expect(violationsOf(validate(artifact))).toEqual([notChecked])
      expect(violationsOf(validateText(JSON.stringify(artifact)))).toEqual([
        { ...notChecked, line: 1, column: 1 },
      ])
    })

    it('counts again for each artifact', () => {
      expect(is(nested(40, {}))).toBe(false)
      expect(is(nested(3, { leaf: true }))).toBe(true)
    })
  },
)

test('a schema with 10,000 plain subschemas is accepted', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `m${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const { validate } = compileSchema({ properties })
  expect(violationsOf(validate({ m0: 'x', m9999: 1 }))).toMatchObject([{ path: '/m9999', keyword: 'type' }])
})

test('the same schema can be evaluated twice for the same value', () => {
  const schema = {
    $ref: '#/$defs/a',
    if: { $ref: '#/$defs/a' },
    then: { type: 'object' },
    $defs: { a: { type: 'object' } },
  }
  expect(compileSchema(schema).is({})).toBe(true)
})
