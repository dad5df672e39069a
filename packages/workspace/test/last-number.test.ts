import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

import { type FactDraft, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, TODAY } from './project.ts'

const DIGEST = '0'.repeat(64)

/** A project with facts, and the file that caches the last number. */
function newMemory(facts: number) {
  const project = newProject()
  const write = (change: Partial<FactDraft> = {}) => writeFact(project.area, contracts, draft(change), TODAY)
  for (let count = 0; count < facts; count++) write()
  const marks = () => readdirSync(project.at('tmp')).filter((name) => name.endsWith('.last'))
  const mark = (name = marks()[0] ?? '') => project.at('tmp', name)
  return {
    ...project,
    write,
    marks,
    mark,
    /** Changes the content of the cache, and keeps the states of the folders in it. */
    forge: (change: object, name?: string) => {
      const content = JSON.parse(readFileSync(mark(), 'utf8')) as object
      writeFileSync(mark(name), JSON.stringify({ ...content, ...change }))
    },
  }
}

type Memory = ReturnType<typeof newMemory>

describe('the cache of the last number', () => {
  it('is used as long as no other program changes the folders', () => {
    const { write, forge } = newMemory(2)
    const ignored = [{ file: 'fact-1.json', reason: 'as the cache says' }]
    forge({ ignored })
    const expected = [{ path: '.workbench/memory/fact-1.json', reason: 'as the cache says' }]
    expect(write()).toMatchObject({ id: 'fact-0003', ignored: expected })
    expect(write()).toMatchObject({ id: 'fact-0004', ignored: expected })
  })

  it('is one file, with the last number in its name', () => {
    expect(newMemory(3).marks()).toEqual(['fact-0003.last'])
  })

  it.each<[string, (memory: Memory) => void]>([
    ['is deleted', ({ mark }) => rmSync(mark())],
    ['is deleted with its folder', ({ at }) => rmSync(at('tmp'), { recursive: true })],
    ['is empty', ({ mark }) => writeFileSync(mark(), '')],
    ['is cut off', ({ mark }) => writeFileSync(mark(), readFileSync(mark(), 'utf8').slice(0, 40))],
    ['is null', ({ mark }) => writeFileSync(mark(), 'null')],
    ['has another number than its name', ({ forge }) => forge({ last: 1 })],
    ['has a number that is none', ({ forge }) => forge({ last: '3' })],
    ['has no list of files', ({ forge }) => forge({ ignored: 'none' })],
    ['has a list of other things', ({ forge }) => forge({ ignored: [null] })],
    ['has other states', ({ forge }) => forge({ state: '' })],
    [
      'is a link',
      ({ at, mark }) => {
        renameSync(mark(), at('tmp', 'other'))
        symlinkSync('other', at('tmp', 'fact-0003.last'))
      },
    ],
    [
      'is a folder',
      ({ mark }) => {
        const path = mark()
        rmSync(path)
        mkdirSync(path)
      },
    ],
    ['has a lower number beside it', ({ forge }) => forge({ last: 1 }, 'fact-0001.last')],
  ])('changes no number if it %s', (_, change) => {
    const memory = newMemory(3)
    rmSync(memory.at('memory', 'fact-0003.json'))
    memory.write()
    rmSync(memory.at('memory', 'fact-0004.json'))
    change(memory)
    expect([memory.write().id, memory.write().id]).toEqual(['fact-0005', 'fact-0006'])
  })

  it.each<[string, string, (memory: Memory) => void]>([
    [
      'a record without a fact',
      'fact-0008',
      ({ at }) => writeFileSync(at('records', `fact-0007.${DIGEST}`), ''),
    ],
    ['a fact without a record', 'fact-0008', ({ at }) => writeFileSync(at('memory', 'fact-0007.json'), '{}')],
    ['a deletion', 'fact-0004', ({ at }) => rmSync(at('memory', 'fact-0003.json'))],
    [
      'a replaced folder',
      'fact-0004',
      ({ at }) => {
        rmSync(at('memory'), { recursive: true })
        mkdirSync(at('memory'))
      },
    ],
  ])('is not used after %s', (_, next, change) => {
    const memory = newMemory(3)
    memory.forge({ ignored: [{ file: 'fact-1.json', reason: 'as the cache says' }] })
    change(memory)
    expect(memory.write()).toMatchObject({ id: next, ignored: [] })
  })

  it('never replaces a fact, even if it is forged with a lower number', () => {
    const memory = newMemory(3)
    const facts = () =>
      [1, 2, 3].map((number) => readFileSync(memory.at('memory', `fact-000${number}.json`), 'utf8'))
    const before = facts()
    memory.forge({ last: 1 }, 'fact-0001.last')
    rmSync(memory.mark('fact-0003.last'))
    expect(memory.write().id).toBe('fact-0004')
    expect(facts()).toEqual(before)
  })

  it('leaves the fact written if it cannot be stored', () => {
    const memory = newMemory(0)
    mkdirSync(memory.at('tmp', 'fact-0001.last', 'x'), { recursive: true })
    expect([memory.write().id, memory.write().id]).toEqual(['fact-0001', 'fact-0002'])
    expect(memory.marks()).toEqual(['fact-0001.last', 'fact-0002.last'])
  })
})
