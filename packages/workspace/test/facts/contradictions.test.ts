import { readFileSync, writeFileSync } from 'node:fs'

import { openArea, withdrawFact } from '@workbench/workspace'

import { TODAY } from '../project.ts'
import { violationsOf } from '../thrown.ts'
import { textOf } from './new-memory.ts'
import { contradictionsOf, inBranch, merge, newRepository, pathOf, statesOf, write } from './repository.ts'

/** A memory whose first fact is superseded by a fact of each branch; they are merged. */
function newContradiction(...branches: readonly string[]) {
  const { root, id } = newRepository()
  const corrections = branches.map((name) =>
    inBranch(root, name, () => write(root, { title: name, supersedes: id })),
  )
  merge(root, ...branches)
  return { root, id, corrections }
}

describe('two facts that branches wrote to correct the same one', () => {
  it('contradict each other after a merge, and both stay current', () => {
    const { root, id, corrections } = newContradiction('a', 'b')
    expect(contradictionsOf(root)).toEqual([corrections])
    expect(statesOf(root)).toEqual({
      [id]: 'superseded',
      ...Object.fromEntries(corrections.map((each) => [each, 'current'])),
    })
  })

  it.each([0, 1])('are settled by a fact that supersedes one of them: number %d', (index) => {
    const { root, corrections } = newContradiction('a', 'b', 'c')
    expect(contradictionsOf(root)).toEqual([corrections])
    const settling = write(root, { supersedes: corrections[index] ?? '', links: [] })
    expect(contradictionsOf(root)).toEqual([])
    expect(Object.entries(statesOf(root)).filter(([, state]) => state === 'current')).toEqual([
      [settling, 'current'],
    ])
    const { links } = JSON.parse(readFileSync(pathOf(root, settling), 'utf8')) as { links: string[] }
    expect(links).toEqual(corrections.filter((_, other) => other !== index))
  })

  it('contradict each other again if two branches settle it', () => {
    const { root, corrections } = newContradiction('a', 'b')
    const settling = ['c', 'd'].map((name, index) =>
      inBranch(root, name, () => write(root, { supersedes: corrections[index] ?? '' })),
    )
    merge(root, 'c', 'd')
    expect(contradictionsOf(root)).toEqual([settling])
    write(root, { supersedes: settling[1] ?? '' })
    expect(contradictionsOf(root)).toEqual([])
  })

  it('contradict each other also if one of them was corrected before the merge', () => {
    const { root, id } = newRepository()
    const last = inBranch(root, 'a', () => write(root, { supersedes: write(root, { supersedes: id }) }))
    const other = inBranch(root, 'b', () => write(root, { supersedes: id }))
    merge(root, 'a', 'b')
    expect(contradictionsOf(root)).toEqual([[last, other]])
    write(root, { supersedes: other })
    expect(contradictionsOf(root)).toEqual([])
  })

  it('do not contradict each other if one of them has expired or was withdrawn', () => {
    const { root, id } = newRepository()
    inBranch(root, 'a', () => write(root, { supersedes: id, expires: '2020-01-01' }))
    const other = inBranch(root, 'b', () => write(root, { supersedes: id }))
    const third = inBranch(root, 'c', () => write(root, { supersedes: id }))
    merge(root, 'a', 'b')
    expect(contradictionsOf(root)).toEqual([])
    merge(root, 'c')
    expect(contradictionsOf(root)).toEqual([[other, third]])
    withdrawFact(openArea(root), third, 'Wrong', TODAY)
    expect(contradictionsOf(root)).toEqual([])
  })

  it('stay settled if the fact that settled it is withdrawn', () => {
    const { root, corrections } = newContradiction('a', 'b')
    const settling = write(root, { supersedes: corrections[0] ?? '' })
    withdrawFact(openArea(root), settling, 'Wrong', TODAY)
    expect(Object.values(statesOf(root))).toEqual(['superseded', 'superseded', 'superseded', 'withdrawn'])
  })

  it('cannot be settled by a fact that supersedes the one that they correct', () => {
    const { root, id, corrections } = newContradiction('a', 'b')
    expect(violationsOf(() => write(root, { supersedes: id }))).toMatchObject([
      { path: '/supersedes', suggestion: corrections[0] },
    ])
  })
})

it('facts that supersede each other in a cycle are superseded, also if facts link to them', () => {
  const { root } = newRepository()
  const text = (id: string, supersedes: string, links: readonly string[]) =>
    writeFileSync(pathOf(root, id), textOf(id, { supersedes, links }))
  text('fact-0001', 'fact-0003', ['fact-0002', 'fact-0001'])
  text('fact-0002', 'fact-0001', ['fact-0003'])
  text('fact-0003', 'fact-0002', ['fact-0001'])
  text('fact-0004', 'fact-0004', ['fact-0004'])
  const states = statesOf(root)
  for (const number of [1, 2, 3, 4]) expect(states[`fact-000${number}`]).toBe('superseded')
  expect(contradictionsOf(root)).toEqual([])
})

it('a fact does not supersede one that it links to, and that comes after it', () => {
  const { root, id } = newRepository()
  const files = {
    'fact-0002': { supersedes: id, links: ['fact-0003'] },
    'fact-0003': { supersedes: 'fact-0002' },
  }
  for (const [name, members] of Object.entries(files))
    writeFileSync(pathOf(root, name), textOf(name, members))
  expect(statesOf(root)).toEqual({ [id]: 'superseded', 'fact-0002': 'superseded', 'fact-0003': 'current' })
})

it('a fact that supersedes the same one settles nothing by a link', () => {
  const { root, id } = newRepository()
  const files = { 'fact-0002': { supersedes: id }, 'fact-0003': { supersedes: id, links: ['fact-0002'] } }
  for (const [name, members] of Object.entries(files))
    writeFileSync(pathOf(root, name), textOf(name, members))
  expect(contradictionsOf(root)).toEqual([['fact-0002', 'fact-0003']])
})

describe('facts do not contradict each other', () => {
  it('if one links to another of its line, or to a current fact elsewhere', () => {
    const { root, id } = newRepository()
    const elsewhere = write(root)
    const second = write(root, { supersedes: id, links: [id, elsewhere] })
    const third = write(root, { supersedes: second, links: [id, second] })
    expect(contradictionsOf(root)).toEqual([])
    expect(statesOf(root)).toEqual({
      [id]: 'superseded',
      [elsewhere]: 'current',
      [second]: 'superseded',
      [third]: 'current',
    })
  })
})
