import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { digestOf, InvalidArtifactError, readMemory } from '@workbench/workspace'

import { isFactFile, numberOf } from '../../src/facts/fact-file.ts'
import { ignoredFiles, withRecords } from '../../src/facts/fact-records.ts'
import { readFact } from '../../src/facts/read-fact.ts'
import { newMemory, textOf } from './new-memory.ts'
import { contracts } from '../project.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { thrownBy, violationsOf } from '../thrown.ts'

const DIGEST = '0'.repeat(64)

describe('the name of a fact', () => {
  it.each([
    ['fact-0012', 12],
    ['fact-0012.json', 12],
    ['fact-123456789012.json', 123_456_789_012],
    ['fact-012', 0],
    ['fact-1234567890123', 0],
    ['xfact-0012', 0],
    ['xfact-0012.json', 0],
    ['fact-0012.jsonx', 0],
    ['fact-0012xjson', 0],
    ['fact-abcd', 0],
    ['0000012', 0],
  ])('%s has the number %d', (name, number) => {
    expect(numberOf(name)).toBe(number)
    expect(isFactFile(name)).toBe(number > 0 && name.endsWith('.json'))
  })
})

describe('ignoredFiles()', () => {
  it('sorts the files that are named like a fact and whose number cannot be continued', () => {
    const files = ['fact-3.json', 'fact-12345678901234.json', 'fact-2000000000.json', 'fact-22.json']
    const others = [
      'fact-0001.json',
      'xfact-1.json',
      'fact-1.json.bak',
      'fact-.json',
      'fact-x.json',
      'fact-1xjson',
    ]
    expect(ignoredFiles([...files, ...others], undefined).map(({ file }) => file)).toEqual([
      'fact-12345678901234.json',
      'fact-2000000000.json',
      'fact-22.json',
      'fact-3.json',
    ])
  })

  it.each([
    ['a record', `fact-2000000000.${DIGEST}`, true],
    ['a pending record', `fact-2000000000.${DIGEST}.01234567-89ab-cdef-0123-456789abcdef.pending`, true],
    [
      'a pending record without an end',
      `fact-2000000000.${DIGEST}.01234567-89ab-cdef-0123-456789abcdef`,
      false,
    ],
    ['a pending record of another length', `fact-2000000000.${DIGEST}.0123.pending`, false],
    [
      'a pending record with a longer name',
      `fact-2000000000.${DIGEST}.01234567-89ab-cdef-0123-456789abcdef.pending.x`,
      false,
    ],
    ['a record of another length', 'fact-2000000000.0', false],
  ])('counts a high number with %s', (_, record, isKnown) => {
    const { at, ignored } = newMemory()
    writeFileSync(at('memory', 'fact-2000000000.json'), '{}')
    writeFileSync(at('records', record), '')
    expect(ignored()).toEqual(isKnown ? [] : ['.workbench/memory/fact-2000000000.json'])
  })

  it.each([
    ['a line', `fact-2000000000.${DIGEST}\n`, true],
    ['a line of another length', 'fact-2000000000.0\n', false],
    ['a line with a longer digest', `fact-2000000000.${DIGEST}0\n`, false],
  ])('counts a high number with %s of the baseline', (_, line, isKnown) => {
    const { at, ignored } = newMemory()
    writeFileSync(at('memory', 'fact-2000000000.json'), '{}')
    writeFileSync(at('records', 'baseline'), line)
    expect(ignored()).toEqual(isKnown ? [] : ['.workbench/memory/fact-2000000000.json'])
  })
})

describe('the baseline', () => {
  it('contains the facts that existed before the first record, and no other file', () => {
    const { at, write } = newMemory()
    for (const name of ['fact-0001.json', 'fact-0003.json', 'fact-999999999.json'])
      writeFileSync(at('memory', name), name)
    for (const name of [
      'notes.json',
      'fact-0004.txt',
      'fact-0005xjson',
      'fact-7.json',
      'fact-1000000000.json',
    ])
      writeFileSync(at('memory', name), '')
    symlinkSync('fact-0001.json', at('memory', 'fact-0002.json'))
    write()
    expect(readFileSync(at('records', 'baseline'), 'utf8')).toBe(
      ['fact-0001', 'fact-0003', 'fact-999999999'].map((id) => `${id}.${digestOf(`${id}.json`)}\n`).join(''),
    )
  })

  it('is not created beside records: a fact that was written by hand stays invalid', () => {
    const { at, write, read } = newMemory()
    write()
    rmSync(at('tmp'), { recursive: true })
    rmSync(at('records', 'baseline'))
    writeFileSync(at('memory', 'fact-0005.json'), textOf('fact-0005'))
    expect(write().id).toBe('fact-0006')
    expect(existsSync(at('records', 'baseline'))).toBe(false)
    expect(read().map(({ valid }) => valid)).toEqual([true, false, true])
  })

  it('is not read through a link', () => {
    const { at, read } = newMemory()
    const text = textOf('fact-0001')
    writeFileSync(at('memory', 'fact-0001.json'), text)
    const target = join(temporaryFolder(), 'baseline')
    writeFileSync(target, `fact-0001.${digestOf(text)}\n`)
    symlinkSync(target, at('records', 'baseline'))
    expect(read()).toMatchObject([{ valid: false }])
    rmSync(at('records', 'baseline'))
    renameSync(target, at('records', 'baseline'))
    expect(read()).toMatchObject([{ valid: true }])
  })

  it('keeps its numbers after the facts were deleted', () => {
    const { at, write } = newMemory()
    writeFileSync(
      at('records', 'baseline'),
      `fact-9999.${DIGEST}\nfact-10000.${DIGEST}\nfact-0003.${DIGEST}\n`,
    )
    expect(write().id).toBe('fact-10001')
  })
})

describe('writeFact()', () => {
  it('ignores a record of the highest number, after which there is no other', () => {
    const { at, write } = newMemory()
    writeFileSync(at('records', `fact-999999999999.${DIGEST}`), '')
    expect(write().id).toBe('fact-0001')
  })

  it('continues after a fact of the highest number that needs no record, and does not report it', () => {
    const { at, write } = newMemory()
    write()
    writeFileSync(at('memory', 'fact-999999999.json'), '{}')
    expect(write()).toMatchObject({ id: 'fact-1000000000', ignored: [] })
  })

  it('does not name the successor of a fact that was deleted', () => {
    const { at, write } = newMemory()
    write()
    write({ supersedes: 'fact-0001' })
    rmSync(at('memory', 'fact-0001.json'))
    expect(violationsOf(() => write({ supersedes: 'fact-0001' }))).toMatchObject([
      { path: '/supersedes', expected: 'the id of a fact that exists' },
    ])
  })

  it('reports the first ten ignored files', () => {
    const { at, write } = newMemory()
    for (let number = 10; number < 22; number++) writeFileSync(at('memory', `fact-${number}.json`), '')
    const expected = Array.from({ length: 10 }, (_, index) => `.workbench/memory/fact-${index + 10}.json`)
    for (let time = 1; time <= 2; time++) expect(write().ignored.map(({ path }) => path)).toEqual(expected)
  })

  it('locks the fact that is superseded, if it exists', () => {
    const { at, write } = newMemory()
    write()
    for (const id of ['fact-0001', 'fact-0009', 'undefined', 'null'])
      symlinkSync('x', at('tmp', `superseding-${id}.lock`))
    expect(write().id).toBe('fact-0002')
    expect(write({ supersedes: null }).id).toBe('fact-0003')
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
    expect(write({ supersedes: 'fact-0001' }).id).toBe('fact-0003')
  })

  it('rejects a reference that is the path of another file', () => {
    const { at, write } = newMemory()
    writeFileSync(at('other.json'), textOf('fact-0001'))
    writeFileSync(at('memory', 'notes.json'), textOf('fact-0001'))
    for (const id of ['../other', 'notes'])
      expect(thrownBy(() => write({ links: [id] }))).toMatchObject({ violations: [{ path: '/links/0' }] })
  })

  it('deletes the caches of lower numbers and its temporary files', () => {
    const { at, write } = newMemory()
    write()
    mkdirSync(at('tmp', 'fact-0002.last', 'x'), { recursive: true })
    write()
    expect(readdirSync(at('tmp'))).toEqual(['fact-0001.last', 'fact-0002.last'])
  })
})

describe('readMemory()', () => {
  it('returns all facts that supersede a fact, sorted by number', () => {
    const { at, read } = newMemory()
    for (const id of ['fact-0001', 'fact-10000', 'fact-9999'])
      writeFileSync(
        at('memory', `${id}.json`),
        textOf(id, id === 'fact-0001' ? {} : { supersedes: 'fact-0001' }),
      )
    expect(read()[0]?.supersededBy).toEqual(['fact-9999', 'fact-10000'])
    expect(read()[1]?.supersededBy).toEqual([])
  })

  it('shows the first 60 characters of a wrong id', () => {
    const { at, read } = newMemory()
    const id = `fact-${'1'.repeat(100)}`
    writeFileSync(at('memory', 'fact-0001.json'), textOf(id))
    const problem = `it is named fact-0001, but its id is ${id.slice(0, 60)}; delete it and write it with memory_write`
    expect(read()).toMatchObject([{ valid: false, problem }])
  })

  it('does not validate after the deadline', () => {
    const { area, write } = newMemory()
    write()
    expect(readMemory(area, contracts, 0)).toMatchObject([{ valid: false, fact: undefined }])
    expect(readMemory(area, contracts, Date.now() + 60_000)).toMatchObject([{ valid: true }])
  })
})

describe('readFact()', () => {
  it('reads a valid fact under its own name, with its record', () => {
    const { area, at, write } = newMemory()
    write()
    const file = at('memory', 'fact-0001.json')
    withRecords(area, (records) => {
      expect(readFact(file, 'fact-0001', contracts, records)).toMatchObject({ id: 'fact-0001' })
      expect(readFact(file, 'fact-0002', contracts, records)).toBeUndefined()
      expect(readFact(at('memory'), 'fact-0001', contracts, records)).toBeUndefined()
      writeFileSync(file, '{}')
      expect(readFact(file, 'fact-0001', contracts, undefined)).toBeUndefined()
      writeFileSync(file, textOf('fact-0001', { title: 'Changed' }))
      expect(readFact(file, 'fact-0001', contracts, records)).toBeUndefined()
      expect(readFact(file, 'fact-0001', contracts, undefined)).toMatchObject({ title: 'Changed' })
    })
  })
})
