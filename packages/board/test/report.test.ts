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

  it('contains the memory', () => {
    const { root } = createProject({
      '.workbench/blackboard/w1/a.json': example('risk.v1'),
      '.workbench/memory/fact-0047.json': example('fact.v1', { supersedes: null, links: [] }),
    })
    expect(createReport(boardOf(root), new Date())).toContain('Settlement day closes at 18:00')
  })
})
