import * as realFs from 'node:fs'
import { dirname, join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

/** The path that another program deletes just before a call. */
let deleted = { call: '', path: '' }

/** A function of `node:fs`, before which {@link deleted} is deleted. */
const deleting =
  <Args extends unknown[], Result>(call: string, run: (...args: Args) => Result) =>
  (...args: Args): Result => {
    if (deleted.call === call && deleted.path === args[0])
      realFs.rmSync(deleted.path, { recursive: true, force: true })
    return run(...args)
  }

mockModule('node:fs', () => ({
  ...realFs,
  lstatSync: deleting('lstat', realFs.lstatSync as (...args: unknown[]) => unknown),
  readdirSync: deleting('readdir', realFs.readdirSync as (...args: unknown[]) => unknown),
}))

// After the replacement of the module that it imports.
const { listJsonFiles } = await import('../../src/list-files.ts')

const FILE = 'a/b/c.json'

describe('listJsonFiles()', () => {
  it.each([
    { call: 'readdir', name: 'a/b', changedSince: -Infinity, isRenamed: false, files: [] },
    { call: 'lstat', name: 'a/b', changedSince: Infinity, isRenamed: false, files: [] },
    { call: 'lstat', name: FILE, changedSince: Infinity, isRenamed: false, files: [] },
    {
      call: 'lstat',
      name: FILE,
      changedSince: 1,
      isRenamed: true,
      files: [{ segments: FILE.split('/'), size: 0, isLinkedFolder: false }],
    },
  ])(
    'does not throw if $name is deleted before $call of it, and lists changes since $changedSince',
    ({ call, name, changedSince, isRenamed, files }) => {
      const root = temporaryFolder()
      realFs.mkdirSync(dirname(join(root, FILE)), { recursive: true })
      realFs.writeFileSync(join(root, FILE), '{}')
      // As after a rename, which makes all files in the folder new.
      if (isRenamed) realFs.utimesSync(dirname(join(root, FILE)), 1, 1)
      deleted = { call, path: join(root, name) }
      expect(listJsonFiles(root, changedSince)).toEqual(files)
    },
  )
})
