import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { createReport } from '../src/index.ts'
import { boardOf, createProject, example, repository } from './project.ts'

describe('createReport()', () => {
  const board = boardOf(repository, join(repository, 'docs', 'examples'))
  const report = createReport(board, new Date())

  it('shows every artifact of the board', () => {
    for (const { path } of board.files) expect(report).toContain(`<p class="path">${path}</p>`)
  })

  it('loads nothing, runs no script, and allows only its own style', () => {
    expect(report).not.toMatch(/<(?:script|link|img|iframe|object)|\ssrc=|url\(/)
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(report) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(report).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  })

  it('links only to elements that it contains, and no id occurs twice', () => {
    const ids = [...report.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
    expect(ids).toHaveLength(new Set(ids).size)
    const links = [...report.matchAll(/href="([^"]*)"/g)].map(([, target = '']) => target)
    expect(links.length).toBeGreaterThan(100)
    for (const target of links) expect(ids).toContain(target.slice(1))
  })

  it('shows artifacts that are nested 100,000 levels deep, and says that levels are left out', () => {
    const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const { root } = createProject({
      '.workbench/blackboard/w1/known.json': `{"schema":"review.v1","verdict":"pass","metrics":${nested}}`,
      '.workbench/blackboard/w1/unknown.json': `{"schema":"memo.v1","title":${nested}}`,
      '.workbench/blackboard/w1/plan.json': `{"schema":"plan.v1","waves":[{"id":${nested},"tasks":[${nested}],"gate":${nested}}]}`,
      '.workbench/blackboard/w1/list.json': '['.repeat(100_000),
    })
    const report = createReport(boardOf(root), new Date())
    expect(report.match(/deeper levels are in the text of the artifact/g)?.length).toBeGreaterThan(2)
  })

  it('links findings to an editor if one is chosen', () => {
    const editor = 'vscode://file{file}:{line}'
    expect(createReport(board, new Date(), editor)).toMatch(/href="vscode:\/\/file\/[^"]+\.ts:\d+"/)
  })

  it('links facts to those that they replaced, also if two replaced the same', () => {
    const fact = (id: string, members: object) => example('fact.v1', { id, links: [], ...members })
    const { root } = createProject({
      '.workbench/memory/fact-0001.json': fact('fact-0001', { body: 'The first body', supersedes: null }),
      '.workbench/memory/fact-0002.json': fact('fact-0002', { supersedes: 'fact-0001' }),
      '.workbench/memory/fact-0003.json': fact('fact-0003', {
        supersedes: 'fact-0001',
        links: ['fact-0001', 'fact-9999'],
      }),
      '.workbench/blackboard/w1/a.json': fact('fact-0004', { supersedes: 'fact-0001', links: ['fact-9999'] }),
    })
    const page = createReport(boardOf(root), new Date())
    expect(page.match(/id="fact-0001"/g)).toHaveLength(1)
    expect(page).toContain('The first body')
    expect(page.match(/Replaces <a href="#fact-0001"/g)).toHaveLength(2)
    expect(page).not.toContain('href="#fact-9999"')
  })

  it('contains the memory', () => {
    const { root } = createProject({
      '.workbench/blackboard/w1/a.json': example('risk.v1'),
      '.workbench/memory/fact-0047.json': example('fact.v1', { supersedes: null, links: [] }),
    })
    expect(createReport(boardOf(root), new Date())).toContain('Settlement day closes at 18:00')
  })
})
