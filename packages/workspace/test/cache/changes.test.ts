import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { validateChanges, writeFact } from '@workbench/workspace'

import { contracts, draft, schemas, TODAY } from '../project.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ALL_VALID, type Area, FINDING, invalidFinding, newArea, validFinding } from './area.ts'

const INVALID = `${FINDING} invalid`

/** An area whose files are all known to be valid. */
function knownArea(): Area {
  const area = newArea()
  expect(area.changes()).toEqual(ALL_VALID)
  expect(area.changes()).toEqual([])
  return area
}

describe('validateChanges()', () => {
  it('validates the files that changed, and skips them in the next run', () => {
    const area = knownArea()
    area.write(FINDING, validFinding('Another title'))
    area.write('blackboard/w2/auditor.json', validFinding())
    expect(area.changes()).toEqual([`${FINDING} valid`, 'blackboard/w2/auditor.json valid'])
    expect(area.changes()).toEqual([])
  })

  it('reports an invalid file each time, until it is fixed or deleted', () => {
    const area = knownArea()
    area.write(FINDING, invalidFinding)
    area.write('top.json', '{')
    for (let time = 1; time <= 3; time++) expect(area.changes()).toEqual([INVALID, 'top.json invalid'])
    area.write(FINDING, validFinding())
    rmSync(area.at('top.json'))
    expect(area.changes()).toEqual([`${FINDING} valid`])
    expect(area.changes()).toEqual([])
  })

  it.each<[string, (area: Area, path: string) => void]>([
    ['an in-place write of the same size', (_, path) => writeFileSync(path, invalidFinding)],
    [
      'an in-place write of the same size whose mtime is set back',
      (_, path) => {
        const { atime, mtime } = statSync(path)
        writeFileSync(path, invalidFinding)
        utimesSync(path, atime, mtime)
      },
    ],
    [
      'a rename of another file of the same size and mtime to its name',
      ({ root }, path) => {
        const { atime, mtime } = statSync(path)
        const other = join(root, 'other.json')
        writeFileSync(other, invalidFinding)
        utimesSync(other, atime, mtime)
        renameSync(other, path)
      },
    ],
    [
      'a write through another hard link',
      ({ root }, path) => {
        linkSync(path, join(root, 'other.json'))
        writeFileSync(join(root, 'other.json'), invalidFinding)
      },
    ],
    [
      'a link in its place',
      ({ root }, path) => {
        writeFileSync(join(root, 'other.json'), invalidFinding)
        rmSync(path)
        symlinkSync(join(root, 'other.json'), path)
      },
    ],
    [
      'a folder in its place',
      (_, path) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
    [
      'a renamed folder with older files in its place',
      ({ root, at }) => {
        const other = join(root, 'other')
        mkdirSync(other)
        writeFileSync(join(other, 'auditor.json'), invalidFinding)
        rmSync(at('blackboard/w1'), { recursive: true })
        renameSync(other, at('blackboard/w1'))
      },
    ],
  ])('finds %s', (_, change) => {
    const area = knownArea()
    change(area, area.at(FINDING))
    for (let time = 1; time <= 2; time++) {
      const found = area.changes()?.filter((line) => line.endsWith('invalid'))
      expect(found).toEqual([INVALID])
      expect(found).toEqual(area.invalid())
    }
  })

  it('finds a change behind a link', () => {
    const area = newArea()
    const target = join(area.root, 'target.json')
    writeFileSync(target, validFinding())
    symlinkSync(target, area.at('blackboard/w1/linked.json'))
    area.changes()
    expect(area.changes()).toEqual(['blackboard/w1/linked.json valid'])
    writeFileSync(target, invalidFinding)
    expect(area.changes()).toEqual(['blackboard/w1/linked.json invalid'])
    rmSync(target)
    mkdirSync(target)
    expect(area.changes()).toEqual(area.invalid())
  })

  it.each([
    ['just now', () => Date.now()],
    ['in the future, because the clock was set back since', () => Date.now() - 3_600_000],
  ])('validates a file that changed %s again', (_, now) => {
    const { area, options } = newArea()
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(now())
    const run = () => validateChanges(area, () => contracts, options)?.length
    expect([run(), run()]).toEqual([4, 4])
    clock.mockRestore()
  })

  it('does not validate more than maxBytes', () => {
    const area = knownArea()
    area.write(FINDING, validFinding('Another title'))
    const { size } = statSync(area.at(FINDING))
    expect(area.changes({ maxBytes: size - 1 })).toBeUndefined()
    expect(area.changes({ maxBytes: size })).toEqual([`${FINDING} valid`])
  })

  it('reports a link to a folder each time, and skips the valid files beside it', () => {
    const area = newArea()
    symlinkSync(temporaryFolder(), area.at('blackboard/w1/z'))
    area.changes()
    expect(area.changes()).toEqual(['blackboard/w1/z invalid'])
    expect(area.invalid()).toEqual(['blackboard/w1/z invalid'])
  })

  it('reports a link to nothing if its name is that of an artifact', () => {
    const area = knownArea()
    symlinkSync('nothing', area.at('blackboard/w1/broken.json'))
    symlinkSync('nothing', area.at('blackboard/w1/broken.txt'))
    expect(area.changes()).toEqual(['blackboard/w1/broken.json invalid'])
  })

  it('keeps folders apart whose paths are equal without the separators', () => {
    const area = newArea()
    area.write('ab/c/auditor.json', validFinding())
    area.write('a/bc/auditor.json', validFinding())
    expect(area.changes()).toHaveLength(6)
    expect(area.changes()).toEqual([])
  })

  it('skips the valid artifacts of a working area without facts', () => {
    const area = newArea()
    for (const folder of ['memory', 'records']) rmSync(area.at(folder), { recursive: true })
    expect(area.changes()).toEqual(ALL_VALID.slice(0, 2))
    expect(area.changes()).toEqual([])
  })
})

describe('validateChanges(), of facts,', () => {
  const recordOf = ({ at }: Area, id: string): string =>
    join(at('records'), readdirSync(at('records')).find((name) => name.startsWith(`${id}.`)) ?? '')

  it('validates only new ones', () => {
    const area = knownArea()
    writeFact(area.area, contracts, draft(), TODAY)
    expect(area.changes()).toEqual(['memory/fact-0003.json valid'])
    expect(area.changes()).toEqual([])
  })

  it.each<[string, (area: Area) => void]>([
    ['was deleted', (area) => rmSync(recordOf(area, 'fact-0001'))],
    [
      'was renamed',
      (area) => renameSync(recordOf(area, 'fact-0001'), join(area.at('records'), 'fact-0001.x')),
    ],
    [
      'was deleted while a new fact was written',
      (area) => {
        rmSync(recordOf(area, 'fact-0001'))
        writeFact(area.area, contracts, draft(), TODAY)
      },
    ],
  ])('reports one whose record %s', (_, change) => {
    const area = knownArea()
    change(area)
    expect(area.changes()).toContain('memory/fact-0001.json invalid')
    expect(area.changes()).toEqual(['memory/fact-0001.json invalid'])
  })

  it('reports the last one if its record was deleted', () => {
    const area = knownArea()
    rmSync(recordOf(area, 'fact-0002'))
    expect(area.changes()).toContain('memory/fact-0002.json invalid')
  })

  it('reports one that was changed by hand, or has no record', () => {
    const area = knownArea()
    appendFileSync(area.at('memory/fact-0002.json'), ' ')
    cpSync(area.at('memory/fact-0001.json'), area.at('memory/fact-0007.json'))
    const expected = ['memory/fact-0002.json invalid', 'memory/fact-0007.json invalid']
    expect(area.changes()).toEqual(expected)
    expect(area.changes()).toEqual(expected)
  })

  it('validates all again if the baseline changed in place', () => {
    const area = newArea()
    for (const name of readdirSync(area.at('records'))) rmSync(join(area.at('records'), name))
    rmSync(area.at('tmp'), { recursive: true })
    writeFact(area.area, contracts, draft(), TODAY)
    expect(area.changes()).toHaveLength(5)
    expect(area.changes()).toEqual([])
    const baseline = area.at('records/baseline')
    const { size } = statSync(baseline)
    writeFileSync(baseline, '\n'.repeat(size))
    expect(area.changes()).toEqual([
      'memory/fact-0001.json invalid',
      'memory/fact-0002.json invalid',
      'memory/fact-0003.json valid',
    ])
  })
})

describe('validateChanges(), for what the verdicts depend on,', () => {
  it.each<[string, (area: Area) => Parameters<Area['changes']>[0]]>([
    ['another version of Node.js', () => ({ engine: 'v2' })],
    [
      'another program',
      ({ program }) => {
        writeFileSync(program, 'progran')
        return {}
      },
    ],
    [
      'other contracts',
      () => {
        const directory = temporaryFolder()
        cpSync(schemas, directory, { recursive: true })
        appendFileSync(join(directory, 'finding.v1.schema.json'), ' ')
        return { directory }
      },
    ],
  ])('validates everything with %s', (_, change) => {
    const area = knownArea()
    expect(area.changes(change(area))).toEqual(ALL_VALID)
  })

  it('validates nothing again if a file that is no contract is beside the contracts', () => {
    const area = newArea()
    const directory = temporaryFolder()
    cpSync(schemas, directory, { recursive: true })
    area.changes({ directory })
    writeFileSync(join(directory, 'README.md'), '')
    expect(area.changes({ directory })).toEqual([])
  })

  it('uses no cache for a working area that is a link, and none if the contracts cannot be listed', () => {
    const area = knownArea()
    expect(area.changes({ directory: join(area.root, 'nowhere') })).toBeUndefined()
    const moved = join(area.root, 'moved')
    renameSync(area.at(), moved)
    symlinkSync(moved, area.at())
    expect(area.changes()).toBeUndefined()
  })

  it('uses no cache if the folder of the records is a link', () => {
    const area = knownArea()
    const moved = join(area.root, 'moved')
    renameSync(area.at('records'), moved)
    symlinkSync(moved, area.at('records'))
    expect(area.changes()).toBeUndefined()
  })
})
