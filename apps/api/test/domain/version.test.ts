import { matchesVersion } from '../../src/domain/version.ts'

test.each([
  ['any', '1', true],
  [['1', '2'], '2', true],
  [['1', '2'], '3', false],
  [[], '1', false],
  [['a', 'n', 'y'], 'any', false],
  [{ except: ['1', '2'] }, '2', false],
  [{ except: ['1', '2'] }, '3', true],
] as const)('matchesVersion(%j, %j) is %j', (expected, version, matches) => {
  expect(matchesVersion(expected, version)).toBe(matches)
})
