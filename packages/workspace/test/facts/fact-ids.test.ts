import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { InvalidArtifactError, readMemory } from '@workbench/workspace'

import { compareIds, factIdAt, isFactFile } from '../../src/facts/fact-file.ts'
import { contracts } from '../project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy, violationsOf } from '../thrown.ts'
import { newMemory, textOf } from './new-memory.ts'

describe('isFactFile()', () => {
  it.each([
    ['fact-0012.json', true],
    ['fact-123456789012.json', true],
    ['fact-20260131093000123.json', true],
    ['fact-12345678901234567890.json', true],
    ['fact-123456789012345678901.json', false],
    ['fact-012.json', false],
    ['fact-0012', false],
    ['xfact-0012.json', false],
    ['fact-0012.jsonx', false],
    ['fact-0012xjson', false],
    ['fact-abcd.json', false],
    ['fact-0012.json.bak', false],
  ])('of %s is %s', (name, expected) => {
    expect(isFactFile(name)).toBe(expected)
  })
})

describe('factIdAt()', () => {
  it('returns the date and the time in UTC, to the millisecond', () => {
    expect(factIdAt(Date.UTC(2026, 0, 31, 9, 30, 0, 123))).toBe('fact-20260131093000123')
  })

  it('returns ids in the order of the times, after the ids of older versions', () => {
    const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(Math.sign(compareIds(factIdAt(a), factIdAt(b)))).toBe(Math.sign(a - b))
        expect(compareIds('fact-999999999999', factIdAt(a))).toBeLessThan(0)
      }),
    )
  })
})

describe('writeFact()', () => {
  it('gives ids of the time of the write', () => {
    const { write } = newMemory()
    const before = factIdAt(Date.now())
    const { id } = write()
    expect(id).toMatch(/^fact-\d{17}$/)
    expect(compareIds(before, id)).toBeLessThanOrEqual(0)
    expect(compareIds(id, factIdAt(Date.now()))).toBeLessThanOrEqual(0)
  })

  it('gives the next id if there is a file of the same time', () => {
    const { at, write } = newMemory()
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 31, 9, 30, 0, 999))
    writeFileSync(at('memory', 'fact-20260131093000999.json'), '{}')
    const ids = [write().id, write().id]
    clock.mockRestore()
    expect(ids).toEqual(['fact-20260131093001000', 'fact-20260131093001001'])
    expect(readFileSync(at('memory', 'fact-20260131093000999.json'), 'utf8')).toBe('{}')
  })

  it('gives an id that no other worktree gives, so that the memories can be merged', async () => {
    const memories = [newMemory(), newMemory()]
    const ids: string[] = []
    for (let count = 0; count < 3; count++)
      for (const { write } of memories) {
        ids.push(write().id)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    expect(new Set(ids).size).toBe(6)
  })

  it('does not name the successor of a fact that was deleted', () => {
    const { at, write } = newMemory()
    const { id } = write()
    write({ supersedes: id })
    rmSync(at('memory', `${id}.json`))
    expect(violationsOf(() => write({ supersedes: id }))).toMatchObject([
      { path: '/supersedes', expected: 'the id of a fact that exists' },
    ])
  })

  it('locks the fact that is superseded, if it exists', () => {
    const { at, write } = newMemory()
    writeFileSync(at('memory', 'fact-0001.json'), textOf('fact-0001'))
    for (const id of ['fact-0001', 'fact-0009', 'undefined', 'null'])
      symlinkSync('x', at('tmp', `superseding-${id}.lock`))
    write()
    write({ supersedes: null })
    expect(thrownBy(() => write({ supersedes: 'fact-0009' }))).toBeInstanceOf(InvalidArtifactError)
    expect(thrownBy(() => write({ supersedes: 'fact-0001' }))).toMatchObject({
      name: 'UnsafePathError',
      message: 'superseding-fact-0001.lock in tmp is not a file; delete it',
    })
  })

  it('accepts supersedes if only a link has the name of a successor', () => {
    const { at, write } = newMemory()
    const target = join(temporaryFolder(), 'fact.json')
    writeFileSync(target, textOf('fact-0002', { supersedes: 'fact-0001' }))
    writeFileSync(at('memory', 'fact-0001.json'), textOf('fact-0001'))
    symlinkSync(target, at('memory', 'fact-0002.json'))
    expect(write({ supersedes: 'fact-0001' }).id).toMatch(/^fact-\d{17}$/)
  })

  it('rejects a reference that is the path of another file', () => {
    const { at, write } = newMemory()
    writeFileSync(at('other.json'), textOf('fact-0001'))
    writeFileSync(at('memory', 'notes.json'), textOf('fact-0001'))
    for (const id of ['../other', 'notes'])
      expect(thrownBy(() => write({ links: [id] }))).toMatchObject({ violations: [{ path: '/links/0' }] })
  })
})

describe('the .gitignore of the working area', () => {
  it('is created with the first fact, and ignores what is of use on this machine only', () => {
    const { at, write } = newMemory()
    write()
    expect(readFileSync(at('.gitignore'), 'utf8')).toBe('/tmp/\n/records/\n')
  })

  it('stays as it is if it exists', () => {
    const { at, write } = newMemory()
    writeFileSync(at('.gitignore'), '*.bak\n')
    write()
    expect(readFileSync(at('.gitignore'), 'utf8')).toBe('*.bak\n')
  })
})

describe('readMemory()', () => {
  it('returns all facts that supersede a fact, sorted by number', () => {
    const { at, read } = newMemory()
    for (const id of ['fact-0001', 'fact-10000', 'fact-9999', 'fact-20260131093000123'])
      writeFileSync(
        at('memory', `${id}.json`),
        textOf(id, id === 'fact-0001' ? {} : { supersedes: 'fact-0001' }),
      )
    expect(read()[0]?.supersededBy).toEqual(['fact-9999', 'fact-10000', 'fact-20260131093000123'])
    expect(read()[1]?.supersededBy).toEqual([])
  })

  it('shows the first 60 characters of a wrong id', () => {
    const { at, read } = newMemory()
    const id = `fact-${'1'.repeat(100)}`
    writeFileSync(at('memory', 'fact-0001.json'), textOf(id))
    const problem = `it is named fact-0001, but its id is ${id.slice(0, 60)}; give the file the name of its id`
    expect(read()).toMatchObject([{ valid: false, problem }])
  })

  it('does not validate after the deadline', () => {
    const { area, write } = newMemory()
    write()
    expect(readMemory(area, contracts, 0)).toMatchObject([{ valid: false, fact: undefined }])
    expect(readMemory(area, contracts, Date.now() + 60_000)).toMatchObject([{ valid: true }])
  })
})
