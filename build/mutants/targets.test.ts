import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { readEquivalents } from './results.js'
import { missingPaths } from './targets.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))

test('every file and folder that a target names exists', () => {
  expect(missingPaths(repository)).toEqual([])
})

test('the file of every mutant accepted as equivalent exists', () => {
  const missing = readEquivalents().filter(({ file }) => !existsSync(`${repository}${file}`))
  expect(missing).toEqual([])
})
