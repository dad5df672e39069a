import * as realFs from 'node:fs'
import * as realPath from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

const opened: string[] = []

mockModule('node:fs', () => ({
  ...realFs,
  openSync: (path: string, ...args: [number, number]) => {
    opened.push(path)
    return realFs.openSync(path, ...args)
  },
}))
mockModule('node:path', () => ({ ...realPath, sep: '\\' }))

// After the replacement of the modules that it imports.
const { createFileAtomically } = await import('../../src/files/atomic-write.ts')

test('createFileAtomically() does not open the folder on Windows, which cannot sync it', () => {
  const folder = temporaryFolder()
  expect(createFileAtomically(`${folder}/a.json`, 'text', folder)).toBe(true)
  expect(opened).toEqual([expect.stringMatching(/\.tmp$/)])
  expect(realFs.readFileSync(`${folder}/a.json`, 'utf8')).toBe('text')
})
