import { DuplicateHandler } from '../../src/json-text/duplicates.ts'
import { tokenize } from '../../src/json-text/tokenizer.ts'
import { MAX_PATHS_LENGTH } from '../../src/violation.ts'

describe('DuplicateHandler', () => {
  test.each([
    [0, [], 3],
    [2, ['/a', '/b'], 1],
    [3, ['/a', '/b', '/b'], 0],
  ])('lists at most as many duplicates as the limit of %d and counts the others', (limit, paths, omitted) => {
    const handler = new DuplicateHandler(limit)
    tokenize('{"a":1,"a":2,"b":3,"b":4,"b":5}', handler)
    expect(handler.found.map(({ path }) => path)).toEqual(paths)
    expect(handler.omitted).toBe(omitted)
  })

  test.each([
    ['lists a duplicate if the paths before it are as long as they may be', MAX_PATHS_LENGTH, 2, 0],
    ['counts a duplicate if the paths before it are longer than they may be', MAX_PATHS_LENGTH + 1, 1, 1],
  ])('%s', (_title, pathLength, found, omitted) => {
    const handler = new DuplicateHandler(100)
    const name = 'a'.repeat(pathLength - 1)
    handler.open('object')
    for (let offset = 0; offset < 3; offset++) handler.name(name, offset)
    expect([handler.found.length, handler.omitted]).toEqual([found, omitted])
  })
})
