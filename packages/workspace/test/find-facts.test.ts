import { readFileSync, writeFileSync } from 'node:fs'

import {
  type FactDraft,
  type FactQuery,
  factState,
  findFacts,
  readMemory,
  writeFact,
} from '@workbench/workspace'
import fc from 'fast-check'

import {
  currentIds,
  type GeneratedFact,
  idAt,
  memories,
  seedMemory,
} from '../../../build/seeded-areas/seed-memory.ts'
import { contracts, draft, newProject, TODAY } from './project.ts'

/** A project with facts that writeFact() wrote, each with the day on which it was written. */
function memoryOf(...facts: readonly (Partial<FactDraft> & { readonly created?: string })[]) {
  const project = newProject()
  for (const { created = TODAY, ...change } of facts)
    writeFact(project.area, contracts, draft(change), created)
  const find = (query: FactQuery = {}, today = TODAY) => {
    const { facts: found, more } = findFacts(readMemory(project.area, contracts), today, query)
    return [...found.map(({ id }) => id), ...(more > 0 ? [`and ${more}`] : [])]
  }
  return { ...project, find }
}

function projectWithMemory(facts: readonly GeneratedFact[]) {
  const project = newProject()
  seedMemory(project.root, facts)
  return project
}

describe('findFacts()', () => {
  it('returns nothing for a project without a memory', () => {
    expect(memoryOf().find()).toEqual([])
  })

  it('sorts by the number of facts that link to a fact, then by date, then by number', () => {
    const { find } = memoryOf(
      { created: '2026-01-02' },
      { created: '2026-01-01' },
      { created: '2026-01-03', links: ['fact-0002', 'fact-0002'] },
      { created: '2026-01-03', links: ['fact-0002', 'fact-0001'] },
    )
    expect(find()).toEqual(['fact-0002', 'fact-0001', 'fact-0004', 'fact-0003'])
  })

  it('does not count the links of superseded and expired facts', () => {
    const { find } = memoryOf(
      { title: 'linked by one' },
      { title: 'linked by none' },
      { links: ['fact-0002'], expires: '2026-01-30' },
      { links: ['fact-0002'] },
      { links: ['fact-0001'], supersedes: 'fact-0004' },
    )
    expect(find()).toEqual(['fact-0001', 'fact-0005', 'fact-0002'])
  })

  it.each<[FactQuery, string[]]>([
    [{ id: 'fact-0002' }, ['fact-0002']],
    [{ id: 'fact-0009' }, []],
    [{ type: 'risk' }, ['fact-0003']],
    [{ tag: 'storage' }, ['fact-0002', 'fact-0001']],
    [{ tag: 'stor' }, []],
    [{ text: 'POSTGRESQL' }, ['fact-0003', 'fact-0001']],
    [{ text: ' pool  größe ' }, ['fact-0002']],
    [{ text: 'pool postgresql' }, []],
    [{ tag: 'storage', text: 'postgresql' }, ['fact-0001']],
    [{ limit: 2 }, ['fact-0003', 'fact-0002', 'and 1']],
    [{ limit: 3 }, ['fact-0003', 'fact-0002', 'fact-0001']],
    [{ tag: 'storage', limit: 1 }, ['fact-0002', 'and 1']],
  ])('finds for %j the facts %j', (query, expected) => {
    const { find } = memoryOf(
      { tags: ['storage'] },
      { tags: ['storage', 'pool'], title: 'GRÖSSE des Pools', body: 'Größe: 10 connections in the pool.' },
      { type: 'risk' },
    )
    expect(find(query)).toEqual(expected)
  })

  it('never returns a superseded fact, also not by its id', () => {
    const { find } = memoryOf({}, { supersedes: 'fact-0001' }, { supersedes: 'fact-0002' })
    expect(find()).toEqual(['fact-0003'])
    expect(find({ id: 'fact-0001' })).toEqual([])
  })

  it('returns a fact until its last day', () => {
    const { find } = memoryOf({ expires: TODAY })
    expect(find({}, TODAY)).toEqual(['fact-0001'])
    expect(find({}, '2026-02-01')).toEqual([])
    expect(find({ id: 'fact-0001' }, '2026-02-01')).toEqual([])
  })

  it('never returns a fact that was changed after writeFact() wrote it', () => {
    const { at, find } = memoryOf({}, {})
    const file = at('memory', 'fact-0002.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('PostgreSQL', 'MySQL'))
    expect(find()).toEqual(['fact-0001'])
  })

  it('returns the valid facts that are not superseded and not expired, of any memory', () => {
    fc.assert(
      fc.property(memories(), fc.integer({ min: 1, max: 5 }), (facts, limit) => {
        const memory = readMemory(projectWithMemory(facts).area, contracts)
        const { facts: found, more, invalid } = findFacts(memory, TODAY)
        const expected = currentIds(facts, TODAY)
        expect(found.map(({ id }) => id).sort()).toEqual(expected)
        expect(more).toBe(0)
        expect(findFacts(memory, TODAY, { limit })).toEqual({
          facts: found.slice(0, limit),
          more: Math.max(0, expected.length - limit),
          invalid,
        })
        expect(invalid).toBe(
          memory.filter(({ fact, supersededBy }) => !fact && supersededBy.length === 0).length,
        )
        for (const entry of memory) {
          const isCurrent = expected.includes(entry.id)
          expect(factState(entry, TODAY).name === 'current').toBe(isCurrent)
          expect(findFacts(memory, TODAY, { id: entry.id }).facts).toHaveLength(isCurrent ? 1 : 0)
        }
        const ranks = found.map(({ id, created }) => [
          found.filter((other) => other.id !== id && other.links?.includes(id)).length,
          created,
          id,
        ])
        expect(ranks).toEqual([...ranks].sort(byRank))
      }),
      { numRuns: 300 },
    )
  })
})

type Rank = readonly (string | number)[]

/** Highest first. */
function byRank(a: Rank, b: Rank): number {
  const position = a.findIndex((value, index) => value !== b[index])
  return position === -1 ? 0 : (a[position] ?? '') < (b[position] ?? '') ? 1 : -1
}

describe('factState()', () => {
  it('says why a fact is not current', () => {
    const facts = [
      { damage: 'none', supersedes: undefined },
      { damage: 'none', supersedes: 0 },
      { damage: 'none', supersedes: undefined, expires: '2026-01-30' },
      { damage: 'invalid', supersedes: undefined },
      { damage: 'other contract', supersedes: undefined },
      { damage: 'wrong id', supersedes: undefined },
    ] as const
    const { area } = projectWithMemory(
      facts.map((fact) => ({ title: 'A title', expires: null, links: [], created: TODAY, ...fact })),
    )
    const states = readMemory(area, contracts).map((entry) => factState(entry, TODAY))
    expect(states).toEqual([
      { name: 'superseded', by: [idAt(1)] },
      { name: 'current', fact: expect.objectContaining({ id: idAt(1) }) as object },
      { name: 'expired', on: '2026-01-30' },
      { name: 'invalid', reason: expect.stringMatching(/^\/confidence Expected a string/) as string },
      { name: 'invalid', reason: 'it is a valid artifact of another contract' },
      { name: 'invalid', reason: expect.stringContaining('its id is fact-0099') as string },
    ])
  })
})
