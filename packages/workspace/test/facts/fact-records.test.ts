import { randomUUID } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

import {
  type FactDraft,
  mapMemory,
  readMemory,
  validateArea,
  type WorkingArea,
  writeFact,
} from '@workbench/workspace'

import { contracts, draft, newProject, TODAY } from '../project.ts'
import { violationsOf } from '../thrown.ts'

function newMemory() {
  const project = newProject()
  const fact = (number: number) => project.at('memory', `fact-${String(number).padStart(4, '0')}.json`)
  return {
    ...project,
    fact,
    write: (change: Partial<FactDraft> = {}) => writeFact(project.area, contracts, draft(change), TODAY).id,
    /** Ids of the valid facts, and the problems of the others. */
    read: () =>
      readMemory(project.area, contracts).map(({ id, valid, fact: read, problem }) => {
        expect(read !== undefined).toBe(valid)
        return valid ? id : `${id}: ${problem ?? 'violations'}`
      }),
    /** The same as the hook finds at Stop. */
    rejected: () =>
      validateArea(project.area, () => contracts)
        .filter(({ valid }) => !valid)
        .map(({ path, problem }) => `${path}: ${problem ?? 'violations'}`),
  }
}

const ignoredFacts = (area: WorkingArea) => mapMemory(area, contracts, ({ id }) => id).ignored

const HAND_WRITTEN =
  'it was not written by memory_write, or was changed afterwards; delete it, and write facts with memory_write'

describe('writeFact() gives each number once', () => {
  it.each([
    ['the highest fact', (memory: ReturnType<typeof newMemory>) => rmSync(memory.fact(3))],
    ['all facts', ({ at }: ReturnType<typeof newMemory>) => rmSync(at('memory'), { recursive: true })],
    [
      'the highest fact, which has another name now',
      ({ fact }: ReturnType<typeof newMemory>) => renameSync(fact(3), `${fact(3)}.old`),
    ],
  ])('after %s was deleted', (_, remove) => {
    const memory = newMemory()
    for (let count = 0; count < 3; count++) memory.write()
    remove(memory)
    expect([memory.write(), memory.write()]).toEqual(['fact-0004', 'fact-0005'])
  })

  it('after the highest fact of an older version, which kept no records, was deleted', () => {
    const { at, write, fact } = newMemory()
    for (let count = 0; count < 3; count++) write()
    rmSync(at('records'), { recursive: true })
    expect(write()).toBe('fact-0004')
    rmSync(fact(3))
    rmSync(fact(4))
    expect(write()).toBe('fact-0005')
  })

  it('also the highest one, after which it throws', () => {
    const { at, write } = newMemory()
    mkdirSync(at('records'), { recursive: true })
    writeFileSync(at('records', `fact-999999999998.${'0'.repeat(64)}`), '')
    expect(write()).toBe('fact-999999999999')
    expect(() => write()).toThrow('No number up to 999999999999 is left for another fact')
  })

  it.each([
    'notes',
    'fact-0007',
    'fact-0007.json',
    `x-fact-0007.${'0'.repeat(64)}`,
    `fact-0007.${'0'.repeat(64)}.old`,
    `fact-0007.${'0'.repeat(63)}`,
    `fact-0007.${'0'.repeat(64)}.${'0'.repeat(36)}.pending`,
  ])('and does not count a file %s in the records', (name) => {
    const { at, write } = newMemory()
    mkdirSync(at('records'), { recursive: true })
    writeFileSync(at('records', name), '')
    expect(write()).toBe('fact-0001')
  })

  it.each([
    ['fact-999999999', 'fact-1000000000'],
    ['fact-1000000000', 'fact-0001'],
  ])('and continues after %s, which has no record, with %s', (existing, next) => {
    const { at, write } = newMemory()
    mkdirSync(at('memory'), { recursive: true })
    writeFileSync(at('memory', `${existing}.json`), '{}')
    expect(write()).toBe(next)
  })

  it('and uses it for the next fact if a write fails', () => {
    const { write } = newMemory()
    expect(() => write({ title: 'x'.repeat(81) })).toThrow(
      '/title: Expected at most 80 characters; received 81',
    )
    expect(write()).toBe('fact-0001')
  })
})

describe('a number that cannot be continued', () => {
  it.each([
    ['fact-999999999999.json', 'its number is too high to be continued'],
    ['fact-999999999998.json', 'its number is too high to be continued'],
    ['fact-1000000000.json', 'its number is too high to be continued'],
    ['fact-9999999999999.json', 'the number of a fact has 4 to 12 digits'],
    [`fact-${'9'.repeat(200)}.json`, 'the number of a fact has 4 to 12 digits'],
    ['fact-1.json', 'the number of a fact has 4 to 12 digits'],
  ])('is ignored and reported (%s), and each acknowledged fact is listed', (file, reason) => {
    for (const isFirst of [true, false]) {
      const { area, at, write, read } = newMemory()
      mkdirSync(at('memory'), { recursive: true })
      const before = isFirst ? [] : [write(), write()]
      writeFileSync(at('memory', file), '{}')
      const written = [...before, write(), write()]
      expect(written).toEqual(['fact-0001', 'fact-0002', 'fact-0003', 'fact-0004'].slice(0, written.length))
      expect(read()).toEqual(expect.arrayContaining(written))
      expect(ignoredFacts(area)).toEqual([
        { path: `.workbench/memory/${file}`, reason: expect.stringContaining(reason) as string },
      ])
    }
  })

  it('is not reported for numbers that memory_write continues', () => {
    const { area, at, write } = newMemory()
    mkdirSync(at('memory'), { recursive: true })
    writeFileSync(at('memory', 'fact-999999999.json'), '{}')
    expect(write()).toBe('fact-1000000000')
    expect(write()).toBe('fact-1000000001')
    expect(ignoredFacts(area)).toEqual([])
  })
})

describe('a fact that was written or changed by hand is invalid, in readMemory() and validateArea():', () => {
  it.each([
    [
      'a copy',
      ({ fact }: ReturnType<typeof newMemory>) => cpSync(fact(1), fact(4)),
      4,
      'it is named fact-0004, but its id is fact-0001',
    ],
    [
      'a renamed fact',
      ({ fact }: ReturnType<typeof newMemory>) => renameSync(fact(3), fact(9)),
      9,
      'it is named fact-0009, but its id is fact-0003',
    ],
    [
      'a copy with its own id',
      ({ fact }: ReturnType<typeof newMemory>) =>
        writeFileSync(fact(4), textOf(fact(1)).replace('0001', '0004')),
      4,
      HAND_WRITTEN,
    ],
    [
      'a changed fact',
      ({ fact }: ReturnType<typeof newMemory>) =>
        writeFileSync(fact(2), textOf(fact(2)).replace('PostgreSQL', 'MySQL')),
      2,
      HAND_WRITTEN,
    ],
    [
      'a fact with other white space',
      ({ fact }: ReturnType<typeof newMemory>) => writeFileSync(fact(2), `${textOf(fact(2))} `),
      2,
      HAND_WRITTEN,
    ],
    [
      'a fact that replaces a deleted one',
      ({ fact }: ReturnType<typeof newMemory>) => {
        const text = textOf(fact(3)).replace('high', 'low')
        rmSync(fact(3))
        writeFileSync(fact(3), text)
      },
      3,
      HAND_WRITTEN,
    ],
  ])('%s', (_, change, number, problem) => {
    const memory = newMemory()
    for (let count = 0; count < 3; count++) memory.write()
    expect(memory.read()).toHaveLength(3)
    expect(memory.rejected()).toEqual([])
    change(memory)
    const id = `fact-000${number}`
    expect(memory.read()).toContainEqual(expect.stringContaining(`${id}: ${problem}`))
    expect(memory.rejected()).toEqual([expect.stringContaining(`.workbench/memory/${id}.json: ${problem}`)])
  })

  it('a superseding fact, which then supersedes nothing', () => {
    const { area, write, fact } = newMemory()
    write()
    writeFileSync(
      fact(2),
      JSON.stringify({
        ...(JSON.parse(textOf(fact(1))) as object),
        id: 'fact-0002',
        supersedes: 'fact-0001',
      }),
    )
    expect(readMemory(area, contracts).map(({ supersededBy }) => supersededBy)).toEqual([[], []])
    expect(write({ supersedes: 'fact-0001' })).toBe('fact-0003')
  })
})

it('a fact is valid whose writer was killed before it renamed the record', () => {
  const { at, write, read } = newMemory()
  const id = write()
  const record = readdirSync(at('records')).find((name) => name.startsWith(id)) ?? ''
  renameSync(at('records', record), at('records', `${record}.${randomUUID()}.pending`))
  expect(read()).toEqual([id])
})

describe('a fact of an older version, which kept no records,', () => {
  it('is valid before and after the next fact is written, and not after it is changed', () => {
    const { at, write, read, rejected, fact } = newMemory()
    for (let count = 0; count < 2; count++) write()
    rmSync(at('records'), { recursive: true })
    expect(read()).toEqual(['fact-0001', 'fact-0002'])
    write()
    expect(read()).toEqual(['fact-0001', 'fact-0002', 'fact-0003'])
    expect(rejected()).toEqual([])
    writeFileSync(fact(1), textOf(fact(1)).replace('high', 'low'))
    expect(read()).toEqual([`fact-0001: ${HAND_WRITTEN}`, 'fact-0002', 'fact-0003'])
  })

  it('is found to be a copy by its id', () => {
    const { at, write, fact, rejected } = newMemory()
    write()
    rmSync(at('records'), { recursive: true })
    cpSync(fact(1), fact(2))
    expect(rejected()).toEqual([expect.stringContaining('it is named fact-0002, but its id is fact-0001')])
  })
})

describe('supersedes', () => {
  it('rejects a fact that is superseded already, and names its successor', () => {
    const { write, at } = newMemory()
    write()
    write({ supersedes: 'fact-0001' })
    expect(violationsOf(() => write({ supersedes: 'fact-0001' }))).toEqual([
      {
        path: '/supersedes',
        keyword: 'reference',
        message:
          'Expected the id of a current fact; fact-0001 is superseded by fact-0002: read it, and supersede it instead if it is wrong',
        expected: 'the id of a current fact',
        received: 'fact-0001',
        suggestion: 'fact-0002',
      },
    ])
    expect(readdirSync(at('memory'))).toEqual(['fact-0001.json', 'fact-0002.json'])
    expect(readdirSync(at('tmp'))).toEqual(['fact-0002.last'])
    expect(write({ supersedes: 'fact-0002' })).toBe('fact-0003')
  })

  it('accepts a fact whose successor was deleted', () => {
    const { write, fact } = newMemory()
    write()
    write({ supersedes: 'fact-0001' })
    rmSync(fact(2))
    expect(write({ supersedes: 'fact-0001' })).toBe('fact-0003')
  })
})

it('a linked folder of records is rejected', () => {
  const { area, at, write } = newMemory()
  write()
  renameSync(at('records'), at('other'))
  symlinkSync('other', at('records'))
  expect(() => write()).toThrow(/^\.workbench\/records is a link/)
  expect(() => readMemory(area, contracts)).toThrow(/^\.workbench\/records is a link/)
})

const textOf = (path: string): string => readFileSync(path, 'utf8')
