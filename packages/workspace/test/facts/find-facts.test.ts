import { writeFileSync } from 'node:fs'

import { type FactQuery, findFacts } from '@workbench/workspace'

import { newMemory, textOf } from './new-memory.ts'
import { TODAY } from '../project.ts'

type Members = Readonly<Record<string, unknown>>

/** The numbers of the facts that a query finds among facts with these members; the first is fact-0001. */
function found(members: readonly Members[], query: FactQuery = {}) {
  const { at, read } = newMemory()
  for (const [index, change] of members.entries()) {
    const id = `fact-000${index + 1}`
    writeFileSync(at('memory', `${id}.json`), textOf(id, change))
  }
  const { facts, more, invalid } = findFacts(read(), TODAY, query)
  return { numbers: facts.map(({ id }) => Number(id.slice(-1))), more, invalid }
}

describe('findFacts()', () => {
  it.each<[FactQuery, number[]]>([
    [{}, [3, 2, 1]],
    [{ id: 'fact-0002' }, [2]],
    [{ id: 'fact-0009' }, []],
    [{ type: 'risk' }, [2]],
    [{ tag: 'database' }, [3, 1]],
    [{ tag: 'data' }, []],
    [{ text: 'POOL  limit' }, [2]],
    [{ text: 'body' }, [3, 2, 1]],
    [{ text: 'pool missing' }, []],
    [{ type: 'decision', tag: 'pool' }, [3]],
  ])('finds the facts that match %j', (query, numbers) => {
    const members = [
      { title: 'Database', body: 'Body', tags: ['database'] },
      { title: 'Pool', body: 'Body without a Limit', type: 'risk' },
      { title: 'Body', body: 'b', tags: ['pool', 'database'] },
    ]
    expect(found(members, query)).toEqual({ numbers, more: 0, invalid: 0 })
  })

  it.each([
    [1, [3], 2],
    [3, [3, 2, 1], 0],
    [4, [3, 2, 1], 0],
  ])('returns at most %d facts, and counts the others', (limit, numbers, more) => {
    expect(found([{}, {}, {}], { limit })).toEqual({ numbers, more, invalid: 0 })
  })

  it('sorts by the number of current facts that link to a fact', () => {
    const links = [{}, { links: ['fact-0001', 'fact-0003'] }, { links: ['fact-0001', 'fact-0001'] }, {}]
    expect(found(links).numbers).toEqual([1, 3, 4, 2])
  })

  it('finds no superseded, expired or invalid fact, and counts the invalid ones', () => {
    const facts = [{}, { supersedes: 'fact-0001' }, { expires: '2026-01-30' }, { title: 7 }, { type: 'x' }]
    expect(found(facts)).toEqual({ numbers: [2], more: 0, invalid: 2 })
  })

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
