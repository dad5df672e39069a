import { compileSchema, SchemaError } from '@workbench/contracts'

/** The number of paths in it doubles with each level. */
function circular(): object {
  const value: Record<string, unknown> = { type: 'object' }
  return Object.assign(value, { properties: { left: value, right: value } })
}

describe('compileSchema() with an object that contains itself twice', () => {
  it('rejects it as a schema', () => {
    expect(() => compileSchema(circular())).toThrow(
      new SchemaError([{ file: 'schema', pointer: '', message: 'must not nest more than 256 levels' }]),
    )
  })

  it('returns a violation without a fix for it as a value', () => {
    const verdict = compileSchema({ type: 'array' }).validate(circular())
    expect(verdict).toMatchObject({ valid: false, violations: [{ path: '', keyword: 'type' }] })
    expect(verdict).not.toHaveProperty(['violations', 0, 'fix'])
  })
})
