import { compareSchemas, compileSchema } from '@workbench/contracts'

describe('compareSchemas() and the depth that a contract looks into', () => {
  it('does not call compatible what now looks into nesting that was free', () => {
    const free = compileSchema({})
    const followed = compileSchema({ items: { $ref: '#' }, additionalProperties: { $ref: '#' } })
    expect(compareSchemas(free, followed).map(({ verdict }) => verdict)).toContain('unknown')
    expect(compareSchemas(followed, followed)).toEqual([])
    expect(compareSchemas(followed, free)).toEqual([])
  })
})
