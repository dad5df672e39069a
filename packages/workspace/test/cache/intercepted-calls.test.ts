import * as realFs from 'node:fs'
import { join } from 'node:path'

/** Replaces an ES module. Not in the types of Jest. */
const mockModule = (name: string, factory: () => unknown): void => {
  const { jest } = import.meta as unknown as { jest: { unstable_mockModule: typeof mockModule } }
  jest.unstable_mockModule(name, factory)
}

/** Members of the state of a path that lstat(2) has instead of its own. */
let states: Readonly<Record<string, Partial<realFs.Stats>>> = {}
/** The path that another program deletes just before lstat(2). */
let deleted: string | undefined
/** The user whom every open file belongs to. */
let owner: Partial<realFs.Stats> = {}
/** The number of the file system. */
let fileSystem: Partial<realFs.StatsFs> = {}

mockModule('node:fs', () => ({
  ...realFs,
  lstatSync: (path: string, options: realFs.StatSyncOptions) => {
    if (path === deleted) realFs.rmSync(path, { recursive: true, force: true })
    const stat = realFs.lstatSync(path, options)
    return stat && Object.assign(stat, states[path])
  },
  fstatSync: (file: number) => Object.assign(realFs.fstatSync(file), owner),
  statfsSync: (path: string) => Object.assign(realFs.statfsSync(path), fileSystem),
}))

// After the replacement of the module that they import.
const { ALL_VALID, FINDING, newArea, validFinding } = await import('./area.ts')
const { contracts } = await import('../project.ts')

const OTHER_DEVICE = { dev: -1 }

beforeEach(() => {
  states = {}
  deleted = undefined
  owner = {}
  fileSystem = {}
})

function knownArea() {
  const area = newArea()
  expect(area.changes()).toEqual(ALL_VALID)
  return area
}

/** An area with a handoff of one deliverable, which is known. */
function areaWithHandoff() {
  const area = newArea()
  const deliverable = join(area.root, 'out.json')
  realFs.writeFileSync(deliverable, validFinding())
  const handoff = contracts.get('handoff.v1').template as object
  const artifacts = [{ path: 'out.json', schema: 'finding.v1' }]
  area.write('blackboard/w1/lead.json', JSON.stringify({ ...handoff, artifacts }))
  area.changes()
  expect(area.changes()).toEqual([])
  return { ...area, deliverable: realFs.realpathSync(deliverable) }
}

describe('validateChanges()', () => {
  it('uses no cache on a file system that may not keep the ctime', () => {
    const area = knownArea()
    fileSystem = { type: 0x6969 }
    expect(area.changes()).toBeUndefined()
  })

  it('uses no cache that belongs to another user', () => {
    const area = knownArea()
    owner = { uid: -1 }
    expect(area.changes()).toEqual(ALL_VALID)
  })

  it.each([{ ino: 1 }, { size: 1 }, { mtimeMs: 1 }, { ctimeMs: 1 }])(
    'validates a file again whose state has %j',
    (state) => {
      const area = knownArea()
      states = { [area.at(FINDING)]: state }
      expect(area.changes()).toEqual([`${FINDING} valid`])
    },
  )

  it('validates a file on another file system each time', () => {
    const area = newArea()
    states = { [area.at(FINDING)]: OTHER_DEVICE }
    area.changes()
    expect(area.changes()).toEqual([`${FINDING} valid`])
  })

  it('lists a folder on another file system each time', () => {
    const area = newArea()
    states = { [area.at('blackboard/w1')]: OTHER_DEVICE }
    area.changes()
    expect(area.changes()).toEqual([])
    area.write('blackboard/w1/new.json', validFinding())
    expect(area.changes()).toEqual(['blackboard/w1/new.json valid'])
  })

  it.each(['blackboard/w1', FINDING])('ignores %s if it is deleted after it was listed', (name) => {
    const area = knownArea()
    deleted = area.at(name)
    expect(area.changes()).toEqual([])
  })

  it('validates a handoff again whose deliverable is on another file system', () => {
    const area = areaWithHandoff()
    states = { [area.deliverable]: OTHER_DEVICE }
    expect(area.changes()).toEqual(['blackboard/w1/lead.json valid'])
  })

  it('validates a handoff again whose deliverable is deleted while its state is read', () => {
    const area = areaWithHandoff()
    deleted = area.deliverable
    expect(area.changes()).toEqual(['blackboard/w1/lead.json invalid'])
  })
})
