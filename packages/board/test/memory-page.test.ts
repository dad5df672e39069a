import { serverLinks } from '../src/html/links.ts'
import { showMemory } from '../src/pages/memory-page.ts'
import { boardOf, createProject, example } from './project.ts'

function pageOf(facts: Readonly<Record<string, object>>, q?: string): string {
  const { root } = createProject(
    Object.fromEntries(
      Object.entries(facts).map(([id, members]) => [
        `.workbench/memory/${id}.json`,
        example('fact.v1', { id, links: [], supersedes: null, ...members }),
      ]),
    ),
  )
  const options = {
    facts: boardOf(root).readFacts(),
    links: serverLinks(() => undefined),
    now: new Date('2026-01-31'),
  }
  return showMemory({ ...options, q }).toString()
}

const shownIn = (page: string): string[] =>
  [...page.matchAll(/<article id="([^"]*)"/g)].map(([, id = '']) => id).sort()

describe('the page of the memory', () => {
  const facts = {
    'fact-0001': { title: 'Rounding', body: 'Half to even', type: 'decision', tags: ['money'] },
    'fact-0002': { title: 'Deadline', body: 'Ends at six', type: 'domain', tags: ['money', '"><b>'] },
    'fact-0003': { title: 'Order of columns', body: 'ROUNDED amounts last', type: 'decision', tags: [] },
  }

  it.each([
    ['round', ['fact-0001', 'fact-0003']],
    ['EVEN half', ['fact-0001']],
    ['fact-0002', ['fact-0002']],
    ['round domain', []],
    ['money decision', ['fact-0001']],
    ['', ['fact-0001', 'fact-0002', 'fact-0003']],
  ])('shows with the search %j the facts %j', (q, ids) => {
    expect(shownIn(pageOf(facts, q))).toEqual(ids)
  })

  it('lists what was replaced, with links in both directions', () => {
    const page = pageOf({ 'fact-0001': { body: 'The old text' }, 'fact-0002': { supersedes: 'fact-0001' } })
    expect(page).toMatch(/<article id="fact-0002"[^]*Replaces <a href="#fact-0001">/)
    expect(page).toMatch(/<li id="fact-0001">[^]*<a href="#fact-0002">[^]*The old text/)
  })

  it('marks current facts that replace the same fact, until one of them is replaced', () => {
    const sides = {
      'fact-0001': { title: 'Closes at noon' },
      'fact-0002': { title: 'Closes at six', supersedes: 'fact-0001' },
      'fact-0003': { title: 'Closes at eight', supersedes: 'fact-0001' },
    }
    const page = pageOf(sides)
    expect(page.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'fact-0002 and fact-0003 correct the same earlier fact',
    )
    expect(page.match(/Contradicts/g)).toHaveLength(2)
    const settled = pageOf({ ...sides, 'fact-0004': { supersedes: 'fact-0002', links: ['fact-0003'] } })
    expect(settled).not.toContain('Contradict')
  })
})
