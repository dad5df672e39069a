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

import {
  digestOf,
  type FactDraft,
  findFacts,
  InvalidArtifactError,
  mapMemory,
  readMemory,
  writeFact,
} from '@workbench/workspace'

import { isFactFile, numberOf } from '../src/facts/fact-file.ts'
import { ignoredFiles, withRecords } from '../src/facts/fact-records.ts'
import { readFact } from '../src/facts/read-fact.ts'
import { contracts, draft, newProject, TODAY } from './project.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { thrownBy } from './thrown.ts'

const DIGEST = '0'.repeat(64)

function newMemory() {
  const { area, at } = newProject()
  for (const folder of ['memory', 'records', 'tmp']) mkdirSync(at(folder), { recursive: true })
  return {
    area,
    at,
    write: (change: Partial<FactDraft> = {}) => writeFact(area, contracts, draft(change), TODAY),
    read: () => readMemory(area, contracts),
    ignored: () => mapMemory(area, contracts, ({ id }) => id).ignored.map(({ path }) => path),
  }
}

const textOf = (id: string, change: Readonly<Record<string, unknown>> = {}): string => {
  const { agent, ...members } = draft()
  return JSON.stringify({ schema: 'fact.v1', producedBy: agent, id, ...members, created: TODAY, ...change })
}

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
  it('continues after a record of the last number of all', () => {
    const { at, write } = newMemory()
    writeFileSync(at('records', `fact-999999999999.${DIGEST}`), '')
    expect(write().id).toBe('fact-0001')
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

describe('the cache of the last number', () => {
  const IGNORED = { file: 'fact-1.json', reason: 'as the cache says' }

  /** Replaces the list in the cache. */
  function cached(ignored: unknown) {
    const memory = newMemory()
    memory.write()
    const file = memory.at('tmp', 'fact-0001.last')
    const content = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...content, ignored }))
    return { ...memory, file }
  }

  it.each([
    ['no list', 'none'],
    ['an empty text', ''],
    ['null in the list', [null]],
    ['an entry without a reason', [IGNORED, { file: 'fact-1.json' }]],
    ['an entry without a name', [{ reason: 'x' }, IGNORED]],
    ['an entry with a number', [{ ...IGNORED, file: 1 }]],
    ['an object', { length: 0 }],
  ])('is not used if it has %s', (_, ignored) => {
    expect(cached(ignored).write()).toMatchObject({ id: 'fact-0002', ignored: [] })
  })

  it('is not used if it is a link, or has another name', () => {
    for (const name of [
      'fact-0001.last',
      'fact-001.last',
      'xfact-0001.last',
      'fact-0001.last.x',
      'fact-0002.last',
    ]) {
      const { at, file, write } = cached([IGNORED])
      renameSync(file, at('tmp', 'moved'))
      if (name === 'fact-0001.last') symlinkSync('moved', file)
      else renameSync(at('tmp', 'moved'), at('tmp', name))
      expect(write()).toMatchObject({ id: 'fact-0002', ignored: [] })
      expect(existsSync(at('tmp', name))).toBe(name !== 'fact-0001.last')
    }
  })

  it('is the one with the highest number', () => {
    const { at, file, write } = cached([IGNORED])
    const content = JSON.parse(readFileSync(file, 'utf8')) as object
    for (const last of [3000, 10000, 9999])
      writeFileSync(at('tmp', `fact-${last}.last`), JSON.stringify({ ...content, last }))
    expect(write()).toMatchObject({ id: 'fact-10001', ignored: [{ reason: IGNORED.reason }] })
    expect(readdirSync(at('tmp'))).toEqual(['fact-10001.last'])
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

describe('findFacts()', () => {
  it('returns the same order for facts in any order', () => {
    const { at, read } = newMemory()
    const days = ['2026-01-02', '2026-01-01', '2026-01-03', '2026-01-01', '2026-01-02']
    for (const [index, created] of days.entries()) {
      const id = `fact-000${index + 1}`
      writeFileSync(at('memory', `${id}.json`), textOf(id, { created }))
    }
    const facts = read()
    for (let first = 0; first < facts.length; first++) {
      const rotated = [...facts.slice(first), ...facts.slice(0, first)]
      for (const list of [rotated, [...rotated].reverse()])
        expect(findFacts(list, TODAY).facts.map(({ id }) => Number(id.slice(-1)))).toEqual([3, 5, 1, 4, 2])
    }
  })

  it('does not count the link of a fact to itself, and sorts a day that is none last', () => {
    const { at, read } = newMemory()
    const facts: [string, Readonly<Record<string, unknown>>][] = [
      ['fact-0001', { links: ['fact-0001'], created: '2026-01-01' }],
      ['fact-0002', { created: '2026-01-02' }],
    ]
    for (const [id, change] of facts) writeFileSync(at('memory', `${id}.json`), textOf(id, change))
    expect(findFacts(read(), TODAY).facts.map(({ id }) => id)).toEqual(['fact-0002', 'fact-0001'])
    const changed = read().map((entry) =>
      entry.fact && entry.id === 'fact-0002' ? { ...entry, fact: { ...entry.fact, created: 'soon' } } : entry,
    )
    expect(findFacts(changed, TODAY).facts.map(({ id }) => id)).toEqual(['fact-0001', 'fact-0002'])
  })
})
