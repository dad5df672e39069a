import { MAX_PATHS_LENGTH } from '../../src/values/pointer.ts'
import { findDuplicates } from '../../src/text/duplicates.ts'

describe('findDuplicates()', () => {
  test.each([
    [0, [], 3],
    [2, ['/a', '/b'], 1],
    [3, ['/a', '/b', '/b'], 0],
  ])('lists at most as many duplicates as the limit of %d and counts the others', (limit, paths, omitted) => {
    const duplicates = findDuplicates('{"a":1,"a":2,"b":3,"b":4,"b":5}', limit)
    expect(duplicates.found.map(({ path }) => path)).toEqual(paths)
    expect(duplicates.omitted).toBe(omitted)
  })

  test.each([
    ['lists a duplicate if the paths before it are as long as they may be', MAX_PATHS_LENGTH, 2, 0],
    ['counts a duplicate if the paths before it are longer than they may be', MAX_PATHS_LENGTH + 1, 1, 1],
  ])('%s', (_title, pathLength, found, omitted) => {
    const member = `"${'a'.repeat(pathLength - 1)}":0`
    const duplicates = findDuplicates(`{${member},${member},${member}}`, 100)
    expect([duplicates.found.length, duplicates.omitted]).toEqual([found, omitted])
  })
})
