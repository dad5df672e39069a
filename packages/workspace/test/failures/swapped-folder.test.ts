import * as realFs from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

/** What another process does immediately before a system call and after it. */
let around: { before: () => void; after: () => void } = { before: () => undefined, after: () => undefined }

const intercepted = Object.entries(realFs)
  .filter(([name]) => name.endsWith('Sync'))
  .map(([name, call]) => {
    const intercept = (...args: unknown[]): unknown => {
      around.before()
      try {
        return (call as (...args: unknown[]) => unknown)(...args)
      } finally {
        around.after()
      }
    }
    return [name, Object.assign(intercept, call)]
  })

mockModule('node:fs', () => ({ ...realFs, ...(Object.fromEntries(intercepted) as object) }))

// After the replacement of the module that it imports.
const { writeFiles } = await import('../../src/files/write-files.ts')

const NAMES = ['a.txt', 'b.txt', 'new/c.txt', 'old.txt']

/** A folder `f/g` in a project, and another one outside with the same names in it. */
function newFolders() {
  const root = temporaryFolder()
  const outside = temporaryFolder()
  for (const folder of [join(root, 'f/g'), join(outside, 'g')]) {
    realFs.mkdirSync(join(folder, 'new'), { recursive: true })
    for (const name of ['a.txt', 'old.txt']) realFs.writeFileSync(join(folder, name), 'old')
  }
  return { root, outside }
}

/** Creates, replaces and deletes files. Returns the name of the error. */
function write(root: string): string | undefined {
  const texts = ['new', 'new', 'new', undefined]
  try {
    writeFiles(
      root,
      NAMES.map((name, index) => ({ path: join(root, 'f/g', name), text: texts[index] })),
    )
    return undefined
  } catch (error) {
    return (error as Error).name
  }
}

const contentOf = (folder: string): string[] =>
  realFs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name)
      return `${name} ${realFs.statSync(path).isFile() ? realFs.readFileSync(path, 'utf8') : ''}`
    })

/** Replaces a folder by a link before the system call with this number, and returns it after the call with another one. */
function swapDuring(folder: string, target: string, first: number, last: number): { calls: number } {
  const count = { calls: 0 }
  const swapped = `${folder}.moved`
  around = {
    before: () => {
      if (++count.calls !== first) return
      realFs.renameSync(folder, swapped)
      realFs.symlinkSync(target, folder)
    },
    after: () => {
      if (count.calls !== last || realFs.lstatSync(folder).isDirectory()) return
      realFs.unlinkSync(folder)
      realFs.renameSync(swapped, folder)
    },
  }
  return count
}

afterEach(() => (around = { before: () => undefined, after: () => undefined }))

const describeOnLinux = platform() === 'linux' ? describe : describe.skip

describeOnLinux('writeFiles(), while another process replaces a folder by a link to one outside,', () => {
  it.each([
    ['f', '', Infinity],
    ['f/g', 'g', Infinity],
    ['f', '', 1],
    ['f/g', 'g', 1],
    ['f', '', 3],
    ['f/g', 'g', 3],
  ])(
    'changes nothing outside, before any system call (%s, to outside/%s, for %d calls)',
    (folder, target, duration) => {
      const errors = new Map<string | undefined, number>()
      let calls = Infinity
      for (let first = 1; first <= calls; first++) {
        const { root, outside } = newFolders()
        const before = contentOf(outside)
        const count = swapDuring(join(root, folder), join(outside, target), first, first + duration - 1)
        const error = write(root)
        around = { before: () => undefined, after: () => undefined }
        expect(contentOf(outside)).toEqual(before)
        errors.set(error, (errors.get(error) ?? 0) + 1)
        calls = Math.min(calls, error === undefined ? count.calls : calls)
      }
      // Late enough, all files are written, in the folder that was opened.
      expect([...errors.keys()].sort()).toEqual(['WorkingAreaError', undefined])
      expect(calls).toBeGreaterThan(50)
    },
  )
})
