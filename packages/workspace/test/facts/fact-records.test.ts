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

import type { FactV1 } from '@workbench/contracts'
import { type FactDraft, FactRecords, readMemory, validateArea, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, TODAY } from '../project.ts'
import { violationsOf } from '../thrown.ts'
import { textOf as newText } from './new-memory.ts'

/** A memory with one fact that memory_write wrote. */
function newMemory() {
  const project = newProject()
  const write = (change: Partial<FactDraft> = {}) =>
    writeFact(project.area, contracts, draft(change), TODAY).id
  const id = write()
  const fact = (name: string) => project.at('memory', `${name}.json`)
  return {
    ...project,
    id,
    file: fact(id),
    fact,
    write,
    /** Ids of the valid facts, and the problems of the others. */
    read: () =>
      readMemory(project.area, contracts).map(({ id: read, valid, fact: value, problem }) => {
        expect(value !== undefined).toBe(valid)
        return valid ? read : `${read}: ${problem ?? 'violations'}`
      }),
    /** The same as the hook finds at Stop. */
    rejected: () =>
      validateArea(project.area, () => contracts)
        .filter(({ valid }) => !valid)
        .map(({ path, problem }) => `${path}: ${problem ?? 'violations'}`),
  }
}

const CHANGED =
  'it was changed after memory_write had written it; restore it, or correct it by another fact that supersedes it'

const textOf = (path: string): string => readFileSync(path, 'utf8')

describe('a fact that memory_write wrote', () => {
  it.each<[string, (file: string) => void]>([
    ['changed', (file) => writeFileSync(file, textOf(file).replace('PostgreSQL', 'MySQL'))],
    ['changed by a member', (file) => writeFileSync(file, textOf(file).replace('{', '{"tags":["x"],'))],
    [
      'replaced after it was deleted',
      (file) => {
        const text = textOf(file).replace('high', 'low')
        rmSync(file)
        writeFileSync(file, text)
      },
    ],
  ])('is invalid if it was %s, in readMemory() and validateArea()', (_, change) => {
    const { id, file, read, rejected } = newMemory()
    expect([read(), rejected()]).toEqual([[id], []])
    change(file)
    expect(read()).toEqual([`${id}: ${CHANGED}`])
    expect(rejected()).toEqual([`.workbench/memory/${id}.json: ${CHANGED}`])
  })

  it.each<[string, (text: string) => string]>([
    ['other line ends', (text) => text.replaceAll('\n', '\r\n')],
    ['other white space', (text) => JSON.stringify(JSON.parse(text))],
    [
      'its members in another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
    ],
  ])('is valid with %s', (_, change) => {
    const { id, file, read, rejected } = newMemory()
    writeFileSync(file, change(textOf(file)))
    expect([read(), rejected()]).toEqual([[id], []])
  })

  it.each<[string, (from: string, to: string) => void]>([
    ['a copy', cpSync],
    ['a new name', renameSync],
  ])('is invalid as %s', (_, change) => {
    const { id, file, fact, rejected } = newMemory()
    change(file, fact('fact-0004'))
    expect(rejected()).toEqual([
      expect.stringContaining(`fact-0004.json: it is named fact-0004, but its id is ${id}`),
    ])
  })
})

describe('a fact without a record came from elsewhere, and', () => {
  it('is valid, whether or not other facts have records', () => {
    const { at, id, fact, read, rejected } = newMemory()
    writeFileSync(fact('fact-0001'), newText('fact-0001'))
    expect([read(), rejected()]).toEqual([['fact-0001', id], []])
    rmSync(at('records'), { recursive: true })
    expect(read()).toEqual(['fact-0001', id])
  })

  it.each([
    'notes',
    'fact-0007',
    'fact-0007.json',
    `x-fact-0007.${'0'.repeat(64)}`,
    `fact-0007.${'0'.repeat(63)}`,
  ])('does not get one by a file %s', (name) => {
    const { at, id, fact, read } = newMemory()
    writeFileSync(fact('fact-0007'), newText('fact-0007'))
    writeFileSync(at('records', name), '')
    expect(read()).toEqual(['fact-0007', id])
  })
})

describe('FactRecords.isKnown()', () => {
  it('accepts only a fact that was written on this machine and did not change', () => {
    const { area, file } = newMemory()
    const isRecorded = (text: string) =>
      new FactRecords(area).isKnown(JSON.parse(text) as FactV1, Buffer.from(text))
    expect(isRecorded(textOf(file))).toBe(true)
    expect(isRecorded(textOf(file).replace('high', 'low'))).toBe(false)
    expect(isRecorded(newText('fact-0001'))).toBe(false)
  })
})

describe('supersedes', () => {
  it.each<[string, (file: string) => void]>([
    ['was changed', (file) => writeFileSync(file, textOf(file).replace('high', 'low'))],
    ['is no fact any more', (file) => writeFileSync(file, '{}')],
    ['has another name', (file) => renameSync(file, file.replace(/fact-\d+/, 'fact-0002'))],
    ['is a folder', (file) => (rmSync(file), mkdirSync(file))],
  ])('accepts a fact whose successor %s', (_, damage) => {
    const { id, fact, write } = newMemory()
    const successor = write({ supersedes: id })
    damage(fact(successor))
    expect(write({ supersedes: id })).toMatch(/^fact-/)
  })

  it('rejects a fact that is superseded already, and names its successor', () => {
    const { at, id, write } = newMemory()
    const successor = write({ supersedes: id })
    expect(violationsOf(() => write({ supersedes: id }))).toEqual([
      {
        path: '/supersedes',
        keyword: 'reference',
        message: `Expected the id of a current fact; ${id} is superseded by ${successor}: read it, and supersede it instead if it is wrong`,
        expected: 'the id of a current fact',
        received: id,
        suggestion: successor,
      },
    ])
    expect(readdirSync(at('memory'))).toEqual([`${id}.json`, `${successor}.json`])
    expect(readdirSync(at('tmp'))).toEqual([])
  })

  it('accepts a fact whose successor was deleted', () => {
    const { id, fact, write } = newMemory()
    rmSync(fact(write({ supersedes: id })))
    expect(write({ supersedes: id })).toMatch(/^fact-\d{17}$/)
  })

  it('ignores a successor that was changed', () => {
    const { area, id, fact, write } = newMemory()
    const successor = fact(write({ supersedes: id }))
    writeFileSync(successor, textOf(successor).replace('high', 'low'))
    expect(readMemory(area, contracts)[0]?.supersededBy).toEqual([])
    expect(write({ supersedes: id })).toMatch(/^fact-\d{17}$/)
  })
})

it('a linked folder of records is rejected', () => {
  const { area, at, write } = newMemory()
  renameSync(at('records'), at('other'))
  symlinkSync('other', at('records'))
  expect(() => write()).toThrow(/^\.workbench\/records is a link/)
  expect(() => readMemory(area, contracts)).toThrow(/^\.workbench\/records is a link/)
})
