import * as realFs from 'node:fs'
import { join } from 'node:path'

import { temporaryFolder } from '../temporary-folder.ts'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

/** What another program does immediately before a call, once; or the result of the call. */
let before: { existsSync?: () => boolean; linkSync?: () => void; readlinkSync?: () => string } = {}

mockModule('node:fs', () => ({
  ...realFs,
  existsSync: (path: string) => before.existsSync?.() ?? realFs.existsSync(path),
  readlinkSync: (path: string) => before.readlinkSync?.() ?? realFs.readlinkSync(path),
  linkSync: (from: string, to: string) => {
    before.linkSync?.()
    realFs.linkSync(from, to)
  },
}))

// After the replacement of the module that they import.
const { withLock } = await import('../../src/files/file-lock.ts')
const { openConfined } = await import('../../src/files/confined-file.ts')
const { withExistingFolder, withFolders } = await import('../../src/files/open-folder.ts')
const { newMemory } = await import('../facts/new-memory.ts')
const { thrownBy } = await import('../thrown.ts')

beforeEach(() => {
  before = {}
})

describe('withLock(), while it takes over the lock of a process that has ended,', () => {
  /** A lock of a process that has ended. */
  function abandonedLock() {
    const folder = temporaryFolder()
    const file = join(folder, 'a.lock')
    const mine = withLock(folder, 'a', () => realFs.readFileSync(file, 'utf8'))
    realFs.writeFileSync(file, mine.replace(/ \d+ /, ' 999999999 '))
    const clock = { reads: 0 }
    const now = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => 1000 * ++clock.reads)
    /** Whether it got the lock, and what is in the folder afterwards. */
    const run = () => {
      let isTaken = false
      const error = thrownBy(() => withLock(folder, 'a', () => (isTaken = true)))
      now.mockRestore()
      const names = realFs.readdirSync(folder)
      return { isTaken, error, names, seconds: clock.reads }
    }
    return { file, mine, run }
  }

  it('keeps the lock of a third process that has just replaced it', () => {
    const { file, mine, run } = abandonedLock()
    const other = `${mine} x`
    before.existsSync = () => {
      before = {}
      realFs.writeFileSync(file, other)
      return false
    }
    const { isTaken, names, seconds } = run()
    // Taken over as one that its owner does not release.
    expect({ isTaken, names }).toEqual({ isTaken: true, names: [] })
    expect(seconds).toBeGreaterThan(7)
  })

  it('takes it if another process has deleted it', () => {
    const { file, run } = abandonedLock()
    before.existsSync = () => {
      before = {}
      realFs.rmSync(file)
      return false
    }
    expect(run()).toMatchObject({ isTaken: true, error: undefined, names: [] })
  })

  it('waits if two other processes have replaced it one after another', () => {
    const { file, mine, run } = abandonedLock()
    before.existsSync = () => {
      before = {
        linkSync: () => {
          before = {}
          realFs.writeFileSync(file, `${mine} fourth`)
        },
      }
      realFs.writeFileSync(file, `${mine} third`)
      return false
    }
    const { isTaken, names, seconds } = run()
    expect({ isTaken, names }).toEqual({ isTaken: true, names: [] })
    expect(seconds).toBeGreaterThan(7)
  })

  it('throws any other error, and leaves no temporary file', () => {
    const { file, mine, run } = abandonedLock()
    before.existsSync = () => {
      before = {
        linkSync: () => {
          before = {}
          throw Object.assign(new Error('link'), { code: 'EPERM' })
        },
      }
      realFs.writeFileSync(file, `${mine} third`)
      return false
    }
    expect(run()).toMatchObject({ isTaken: false, error: { code: 'EPERM' }, names: [] })
  })
})

describe('on a system without /proc', () => {
  beforeEach(() => {
    before = {
      existsSync: () => false,
      readlinkSync: () => {
        throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      },
    }
  })

  it('withLock() does not know who holds a lock, and takes it over after five seconds', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'a.lock')
    const mine = withLock(folder, 'a', () => realFs.readFileSync(file, 'utf8'))
    expect(mine).toMatch(/^unknown [0-9a-f-]{36}$/)
    realFs.writeFileSync(file, mine)
    let seconds = 0
    const now = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds++)
    expect(withLock(folder, 'a', () => 1)).toBe(1)
    now.mockRestore()
    expect(seconds).toBeGreaterThan(6)
  })

  it('openConfined() passes the path of the file without links', () => {
    const root = temporaryFolder()
    realFs.writeFileSync(join(root, 'a.json'), '')
    realFs.symlinkSync('a.json', join(root, 'link.json'))
    const paths = openConfined(join(root, 'link.json'), [root], (path) => path)
    expect(paths).toBe(join(root, 'a.json'))
  })

  it('withFolders() and withExistingFolder() pass the paths of the folders, and reject links', () => {
    const root = temporaryFolder()
    const folder = join(root, '.workbench/memory')
    expect(withFolders({ root }, [['memory'], []], (...paths) => paths)).toEqual([
      folder,
      join(root, '.workbench'),
    ])
    expect(withExistingFolder({ root }, ['memory'], (path) => path)).toBe(folder)
    realFs.rmdirSync(folder)
    realFs.symlinkSync(root, folder)
    expect(thrownBy(() => withExistingFolder({ root }, ['memory'], () => 1))).toMatchObject({
      name: 'UnsafePathError',
    })
  })
})

it('writeFact() takes the next number if another process creates its file before link(2)', () => {
  const { at, write } = newMemory()
  let links = 0
  before = {
    // The first link is the baseline.
    linkSync: () => {
      if (++links === 2) realFs.writeFileSync(at('memory', 'fact-0001.json'), '{}')
    },
  }
  expect(write().id).toBe('fact-0002')
  expect(realFs.readFileSync(at('memory', 'fact-0001.json'), 'utf8')).toBe('{}')
  expect(realFs.readdirSync(at('records')).filter((name) => name.endsWith('.pending'))).toEqual([])
})
