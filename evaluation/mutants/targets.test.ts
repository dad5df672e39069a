import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { missingPaths, targets, testFilesOf } from './targets.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))

test('every file and folder that a target names exists', () => {
  expect(missingPaths(repository)).toEqual([])
})

test('each target has test files, and leaves out those that take no part', () => {
  for (const target of Object.values(targets)) {
    const files = testFilesOf(repository, target)
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(`${repository}${file}`))).toEqual([])
    for (const path of target.except ?? []) expect(files.join('\n')).not.toContain(path)
  }
})
