import * as realFs from 'node:fs'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import type { WorkingArea } from '@workbench/workspace'

import { resultOf } from '../stable-result.ts'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

/** The system calls, each with the kind of file that it concerns, as `fsync folder`. */
let calls: string[] = []
/** Error codes of the system calls that fail. */
let failures: Readonly<Record<string, string>> = {}
/** Members that the next result of stat(2) has instead of its own. */
let changedState: Partial<realFs.Stats>[] = []

const kindOf = (path: string): string => {
  if (path.endsWith('.tmp')) return 'temporary file'
  if (/\.[0-9a-f]{64}$/.test(path)) return 'record'
  return path.endsWith('.json') ? 'file' : 'folder'
}

/** The modes of the temporary file when it is written and synced. */
let modes: number[] = []

/** Kinds of the open files, by descriptor. */
const kinds = new Map<number, string>()

/** A function of `node:fs` that records its calls, and fails if {@link failures} says so. */
function intercepted<Args extends unknown[], Result>(name: string, run: (...args: Args) => Result) {
  return (...args: Args): Result => {
    const [subject] = args
    const call = `${name} ${typeof subject === 'number' ? (kinds.get(subject) ?? '') : kindOf(String(subject))}`
    calls.push(call)
    if (/^(write|fsync) temporary/.test(call)) modes.push(realFs.fstatSync(Number(subject)).mode & 0o777)
    const code = failures[call]
    if (code !== undefined) throw Object.assign(new Error(code), { code, errno: -1 })
    const result = run(...args)
    if (name === 'open') kinds.set(Number(result), kindOf(String(subject)))
    return result
  }
}

mockModule('node:fs', () => ({
  ...realFs,
  openSync: intercepted('open', realFs.openSync),
  writeSync: intercepted('write', realFs.writeSync as (...args: unknown[]) => number),
  writeFileSync: intercepted('writeFile', realFs.writeFileSync as (...args: unknown[]) => void),
  fsyncSync: intercepted('fsync', realFs.fsyncSync),
  closeSync: intercepted('close', realFs.closeSync),
  linkSync: intercepted('link', realFs.linkSync),
  renameSync: intercepted('rename', realFs.renameSync),
  rmSync: intercepted('rm', realFs.rmSync),
  readdirSync: intercepted('readdir', realFs.readdirSync as (...args: unknown[]) => unknown),
  statSync: (path: string) => Object.assign(realFs.statSync(path), changedState.shift()),
  lstatSync: intercepted('lstat', realFs.lstatSync as (...args: unknown[]) => unknown),
  mkdirSync: intercepted('mkdir', realFs.mkdirSync as (...args: unknown[]) => unknown),
}))

// After the replacement of the modules that they import.
const atomic = await import('../../src/files/atomic-write.ts')
const blackboard = await import('../../src/blackboard.ts')
const areas = await import('../../src/files/open-folder.ts')
const facts = await import('../../src/facts/write-fact.ts')
const stableFiles = await import('../../src/validation/stable-files.ts')
const { contracts, draft, newProject, request, TODAY } = await import('../project.ts')
const { thrownBy } = await import('../thrown.ts')

beforeEach(() => {
  calls = []
  failures = {}
  changedState = []
})

const durableText = [
  'open temporary file',
  'write temporary file',
  'fsync temporary file',
  'close temporary file',
]
const durableName = ['open folder', 'fsync folder', 'close folder']

describe('createFileAtomically()', () => {
  it('syncs the text before link(2) and the folder after it', () => {
    const folder = temporaryFolder()
    expect(atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)).toBe(true)
    expect(calls.filter((call) => !call.startsWith('readdir'))).toEqual([
      ...durableText,
      'link temporary file',
      ...durableName,
      'rm temporary file',
    ])
    expect(realFs.readdirSync(folder)).toEqual(['a.json'])
  })

  it('returns false and does not sync the folder if the file exists', () => {
    const folder = temporaryFolder()
    realFs.writeFileSync(`${folder}/a.json`, 'existing')
    expect(atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)).toBe(false)
    expect(calls).not.toContain('fsync folder')
    expect(realFs.readFileSync(`${folder}/a.json`, 'utf8')).toBe('existing')
    expect(realFs.readdirSync(folder)).toEqual(['a.json'])
  })

  it('rethrows any other error of link(2) and deletes the temporary file', () => {
    const folder = temporaryFolder()
    failures = { 'link temporary file': 'EPERM' }
    expect(() => atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)).toThrow('EPERM')
    expect(realFs.readdirSync(folder)).toEqual([])
  })

  it('deletes the file if the folder cannot be synced', () => {
    const folder = temporaryFolder()
    failures = { 'fsync folder': 'EIO' }
    expect(() => atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)).toThrow('EIO')
    expect(realFs.readdirSync(folder)).toEqual([])
  })

  it.each(['write', 'fsync'])('closes and deletes the temporary file if %s fails', (call) => {
    const folder = temporaryFolder()
    failures = { [`${call} temporary file`]: 'EIO' }
    expect(() => atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)).toThrow('EIO')
    expect(calls).toContain('close temporary file')
    expect(realFs.readdirSync(folder)).toEqual([])
  })

  it('works if the folder for temporary files cannot be listed', () => {
    const folder = temporaryFolder()
    failures = { 'readdir folder': 'EACCES' }
    expect(atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)).toBe(true)
  })
})

describe('replaceFileAtomically()', () => {
  it('syncs the text before rename(2) and the folder after it', () => {
    const folder = temporaryFolder()
    realFs.writeFileSync(`${folder}/a.json`, 'existing')
    atomic.replaceFileAtomically(`${folder}/a.json`, 'text', folder)
    expect(calls.filter((call) => !/^(readdir|lstat)/.test(call))).toEqual([
      ...durableText,
      'rename temporary file',
      ...durableName,
      'rm temporary file',
    ])
    expect(realFs.readFileSync(`${folder}/a.json`, 'utf8')).toBe('text')
  })
})

describe('a temporary file', () => {
  it.each([0o600, 0o640, 0o755])(
    'is open to its user alone until it has the mode %o of the file that it replaces',
    (mode) => {
      const folder = temporaryFolder()
      realFs.writeFileSync(`${folder}/a.json`, 'existing')
      realFs.chmodSync(`${folder}/a.json`, mode)
      modes = []
      atomic.replaceFileAtomically(`${folder}/a.json`, 'text', folder)
      // At write(2), and at fsync(2).
      expect(modes).toEqual([0o600, mode])
    },
  )
})

describe('a temporary file of another process', () => {
  const HOUR_MS = 3_600_000
  const OTHER = '.workbench-fba4ee1e-7e3d-4c1b-9a53-0b7a6e3a9d11.tmp'

  afterEach(() => import.meta.jest.restoreAllMocks())

  it.each([
    ['is kept after exactly one hour', HOUR_MS, true],
    ['is deleted after more than one hour', HOUR_MS + 1, false],
  ])('%s', (_, age, isKept) => {
    const folder = temporaryFolder()
    const modified = new Date('2026-01-31T12:00:00Z')
    realFs.writeFileSync(`${folder}/${OTHER}`, '')
    realFs.utimesSync(`${folder}/${OTHER}`, modified, modified)
    import.meta.jest.spyOn(Date, 'now').mockReturnValue(modified.getTime() + age)
    atomic.createFileAtomically(`${folder}/a.json`, 'text', folder)
    expect(realFs.existsSync(`${folder}/${OTHER}`)).toBe(isKept)
  })
})

describe('writeArtifact()', () => {
  it.each([
    ['create', false, 'link'],
    ['replace', true, 'rename'],
  ])('throws a WorkingAreaError if it cannot %s the file', (_, exists, call) => {
    const { area } = newProject()
    if (exists) blackboard.writeArtifact(area, contracts, request())
    failures = { [`${call} temporary file`]: 'EACCES' }
    expect(() => blackboard.writeArtifact(area, contracts, request())).toThrow(
      /^Cannot write \.workbench\/blackboard\/w1\/auditor\.json: write permission denied/,
    )
  })

  it('throws a WorkingAreaError if it cannot read the existing file', () => {
    const { area } = newProject()
    blackboard.writeArtifact(area, contracts, request())
    failures = { 'lstat file': 'EACCES' }
    expect(() => blackboard.writeArtifact(area, contracts, request())).toThrow(
      /^Cannot read \.workbench\/blackboard\/w1\/auditor\.json: read permission denied/,
    )
  })
})

describe('withFolders()', () => {
  it('throws the error of mkdir(2)', () => {
    failures = { 'mkdir folder': 'EROFS' }
    expect(() => areas.withFolders(newProject().area, [[]], () => undefined)).toThrow(
      /^Cannot write \.workbench: .*read-only/,
    )
  })
})

describe('writeFact()', () => {
  it('deletes the file of a fact if its record cannot be written', () => {
    const { area, at } = newProject()
    const first = facts.writeFact(area, contracts, draft(), TODAY).id
    failures = { 'writeFile record': 'ENOSPC' }
    expect(() => facts.writeFact(area, contracts, draft({ supersedes: first }), TODAY)).toThrow(
      'Cannot write .workbench/memory: the disk is full; free some space and retry',
    )
    expect(realFs.readdirSync(at('memory'))).toEqual([`${first}.json`])
    expect(realFs.readdirSync(at('records'))).toEqual([expect.stringMatching(`^${first}\\.`)])
  })

  it.each([
    ['link temporary file', /Cannot write \.workbench\/memory\/fact-\d{17}\.json: /],
    ['lstat file', /Cannot write \.workbench\/memory: /],
  ])('names what it cannot write if %s fails', (call, message) => {
    const { area } = newProject()
    failures = { [call]: 'EACCES' }
    const write = () => facts.writeFact(area, contracts, draft({ links: ['fact-0001'] }), TODAY)
    const withoutLinks = () => facts.writeFact(area, contracts, draft(), TODAY)
    expect(thrownBy(call === 'lstat file' ? write : withoutLinks)).toMatchObject({
      name: 'WorkingAreaError',
      message: expect.stringMatching(message) as unknown,
      cause: { code: 'EACCES' },
    })
  })
})

describe('a folder of the working area', () => {
  it.each([
    [
      'written',
      'write',
      (area: WorkingArea): unknown => areas.withFolders(area, [['memory']], () => undefined),
    ],
    ['listed', 'list', (area: WorkingArea): unknown => areas.listFolder(area, 'memory')],
  ] as const)('is not %s if it is replaced by a link before it is opened', (_, operation, run) => {
    const { area, at } = newProject()
    realFs.mkdirSync(at('memory'), { recursive: true })
    failures = { 'open folder': 'ELOOP' }
    expect(thrownBy(() => run(area))).toMatchObject({
      name: 'WorkingAreaError',
      message: expect.stringMatching(`^Cannot ${operation} \\.workbench/memory: `) as unknown,
    })
  })

  it.each(['open folder', 'readdir folder', 'lstat folder'])('throws the error of %s', (call) => {
    const { area, at } = newProject()
    realFs.mkdirSync(at('memory'), { recursive: true })
    failures = { [call]: 'EACCES' }
    expect(thrownBy(() => areas.listFolder(area, 'memory'))).toMatchObject({
      name: 'WorkingAreaError',
      message: expect.stringMatching(/^Cannot list \.workbench\/memory: /) as unknown,
      cause: { code: 'EACCES' },
    })
  })
})

describe('validateStableFiles()', () => {
  it.each(['ino', 'size', 'mtimeMs', 'ctimeMs'])(
    'reads an invalid file again if its %s changes',
    (member) => {
      const path = `${temporaryFolder()}/a.json`
      realFs.writeFileSync(path, '{}')
      realFs.utimesSync(path, 1, 1)
      changedState = [{ [member]: 7 }]
      let reads = 0
      const [found] = stableFiles.validateStableFiles([{ file: path }], () => {
        reads++
        return { verdict: contracts.get('finding.v1').validateText('{}') }
      })
      expect({ reads, valid: resultOf(found).verdict.valid }).toEqual({ reads: 2, valid: false })
    },
  )
})
