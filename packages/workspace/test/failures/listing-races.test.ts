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
    { call: 'readdir', name: 'a/b' },
    { call: 'lstat', name: FILE },
  ])('does not throw if $name is deleted before $call of it', ({ call, name }) => {
    const root = temporaryFolder()
    realFs.mkdirSync(dirname(join(root, FILE)), { recursive: true })
    realFs.writeFileSync(join(root, FILE), '{}')
    deleted = { call, path: join(root, name) }
    expect(listJsonFiles(root)).toEqual([])
  })
})
