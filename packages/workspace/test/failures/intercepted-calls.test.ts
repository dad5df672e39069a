import * as realFs from 'node:fs'
import { join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

/** What another program does immediately before a call, once; or the result of the call. */
let before: {
  existsSync?: () => boolean
  fstatSync?: () => Partial<realFs.Stats>
  fsyncSync?: () => void
  linkSync?: () => void
  readlinkSync?: () => string
} = {}

mockModule('node:fs', () => ({
  ...realFs,
  existsSync: (path: string) => before.existsSync?.() ?? realFs.existsSync(path),
  readlinkSync: (path: string) => before.readlinkSync?.() ?? realFs.readlinkSync(path),
  fstatSync: (file: number) => Object.assign(realFs.fstatSync(file), before.fstatSync?.()),
  fsyncSync: (file: number) => {
    before.fsyncSync?.()
    realFs.fsyncSync(file)
  },
  linkSync: (from: string, to: string) => {
    before.linkSync?.()
    realFs.linkSync(from, to)
  },
}))

// After the replacement of the module that they import.
const { writeArtifact } = await import('../../src/blackboard.ts')
const { withLock } = await import('../../src/files/file-lock.ts')
const { openConfined } = await import('../../src/files/confined-file.ts')
const { withExistingFolder, withFolders } = await import('../../src/files/open-folder.ts')
const { validateFiles } = await import('../../src/validation/validate-files.ts')
const { factIdAt } = await import('../../src/facts/fact-file.ts')
const { newMemory, textOf } = await import('../facts/new-memory.ts')
const { contracts, finding, newProject, readJson, request } = await import('../project.ts')
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

  it('never removes the lock of a third process, so that a fourth one cannot create its own', () => {
    const { file, mine, run } = abandonedLock()
    let owner = ''
    before.existsSync = () => {
      before = {
        linkSync: () => {
          before = {}
          owner = realFs.readFileSync(file, 'utf8')
        },
      }
      realFs.writeFileSync(file, `${mine} third`)
      return false
    }
    expect(run()).toMatchObject({ isTaken: true, error: undefined, names: [] })
    expect(owner).toBe(`${mine} third`)
  })

  it('throws any other error, and leaves no temporary file', () => {
    const { run } = abandonedLock()
    before.existsSync = () => {
      before = {
        linkSync: () => {
          before = {}
          throw Object.assign(new Error('link'), { code: 'EPERM' })
        },
      }
      return false
    }
    expect(run()).toMatchObject({ isTaken: false, error: { code: 'EPERM' }, names: ['a.lock'] })
  })
})

describe('a write fails if another process takes its lock over while the temporary file is synced, which can take long:', () => {
  /** Replaces the only lock in a folder, as another process does. */
  const takeOver = (folder: string) => {
    const [lock = ''] = realFs.readdirSync(folder).filter((name) => name.endsWith('.lock'))
    realFs.writeFileSync(join(folder, lock), 'other')
  }

  it('writeArtifact()', () => {
    const { area, at } = newProject()
    const { version } = writeArtifact(area, contracts, request())
    before.fsyncSync = () => takeOver(at('tmp'))
    const change = request({ artifact: { ...finding, title: 'Changed' }, expected: version })
    expect(thrownBy(() => writeArtifact(area, contracts, change))).toMatchObject({
      name: 'WorkingAreaError',
      message: 'Another process has taken over blackboard-w1-auditor.lock in tmp; retry',
    })
    expect(readJson(at('blackboard', 'w1', 'auditor.json'))).toMatchObject({ title: finding.title })
  })

  it('writeFact() with supersedes', () => {
    const { at, write } = newMemory()
    realFs.writeFileSync(at('memory', 'fact-0001.json'), textOf('fact-0001'))
    before.fsyncSync = () => takeOver(at('tmp'))
    expect(thrownBy(() => write({ supersedes: 'fact-0001' }))).toMatchObject({
      name: 'WorkingAreaError',
      message: 'Another process has taken over superseding-fact-0001.lock in tmp; retry',
    })
    expect(realFs.readdirSync(at('memory'))).toEqual(['fact-0001.json'])
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

  it('withLock() cannot identify the process that holds a lock, and takes the lock over after five seconds', () => {
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

it('writeFact() takes the next id if another process creates its file before link(2)', () => {
  const { at, write } = newMemory()
  let taken = ''
  before = {
    linkSync: () => {
      before = {}
      taken = factIdAt(Date.now())
      realFs.writeFileSync(at('memory', `${taken}.json`), '{}')
    },
  }
  const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 31))
  const { id } = write()
  clock.mockRestore()
  expect([taken, id]).toEqual(['fact-20260131000000000', 'fact-20260131000000001'])
  expect(realFs.readFileSync(at('memory', `${taken}.json`), 'utf8')).toBe('{}')
  expect(realFs.readdirSync(at('records'))).toEqual([expect.stringContaining(`${id}.`)])
})

it.each([
  [1e17, '+275760-09-13T00:00:00.000Z'],
  [-1e17, '-271821-04-20T00:00:00.000Z'],
])('validateFiles() replaces the time %d, which no Date can have, by %s', (mtimeMs, modified) => {
  before.fstatSync = () => ({ mtimeMs })
  const file = join(temporaryFolder(), 'a.json')
  realFs.writeFileSync(file, JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding }))
  const [result] = validateFiles([{ file, path: 'a.json' }], { open: () => contracts, roots: [] })
  expect(result?.validated.modified.toISOString()).toBe(modified)
})
