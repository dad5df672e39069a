import { serverLinks } from '../src/html/links.ts'
import { showMemory } from '../src/pages/memory-page.ts'
import { boardOf, createProject, example } from './project.ts'

function pageOf(
  facts: Readonly<Record<string, object>>,
  selection: Partial<Record<'q' | 'type' | 'tag', string>> = {},
): string {
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
    today: '2026-01-31',
  }
  return showMemory({ ...options, ...selection }).toString()
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
    [{ q: 'round' }, ['fact-0001', 'fact-0003']],
    [{ q: 'EVEN half' }, ['fact-0001']],
    [{ q: 'fact-0002' }, ['fact-0002']],
    [{ q: 'round', type: 'domain' }, []],
    [{ tag: 'money', type: 'decision' }, ['fact-0001']],
    [{}, ['fact-0001', 'fact-0002', 'fact-0003']],
  ])('shows with %j the facts %j', (selection, ids) => {
    expect(shownIn(pageOf(facts, selection))).toEqual(ids)
  })

  it('keeps the search when a tag is chosen, and the tag in the form of the search', () => {
    const page = pageOf(facts, { q: 'a b', tag: '"><b>' })
    expect(page).toContain('href="/memory?q=a+b&amp;tag=money"')
    expect(page).toContain('<input type="hidden" name="tag" value="&quot;&gt;&lt;b&gt;"')
  })

  it('marks current facts that replace the same fact, until one of them is replaced', () => {
    const sides = {
      'fact-0001': { title: 'Closes at noon' },
      'fact-0002': { title: 'Closes at six', supersedes: 'fact-0001' },
      'fact-0003': { title: 'Closes at eight', supersedes: 'fact-0001' },
    }
    const page = pageOf(sides)
    expect(page.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      '“Closes at eight” correct the same earlier fact.',
    )
    expect(page.match(/Contradicts/g)).toHaveLength(2)
    const settled = pageOf({ ...sides, 'fact-0004': { supersedes: 'fact-0002', links: ['fact-0003'] } })
    expect(settled).not.toContain('Contradict')
  })
})
