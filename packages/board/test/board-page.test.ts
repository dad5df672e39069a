import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { createEditorLink, editorTemplate } from '../src/html/editor.ts'
import { serverLinks } from '../src/html/links.ts'
import type { Board } from '../src/index.ts'
import type { BoardFile } from '../src/model/board-file.ts'
import { readFilter } from '../src/model/filter.ts'
import { showBoard } from '../src/pages/board-page.ts'
import { boardOf, createProject, example, repository } from './project.ts'

const links = serverLinks(() => undefined)
const now = new Date()

const pageOf = (
  files: readonly BoardFile[],
  {
    activities = [],
    ...members
  }: Partial<Parameters<typeof showBoard>[0]> & Partial<Pick<Board, 'activities'>> = {},
): string =>
  showBoard({
    board: { root: '/settlement', files, activities, checkout: {}, elsewhere: [] },
    filter: selection({}),
    links,
    now,
    ...members,
  }).toString()

const selection = (filter: Readonly<Record<string, string>>) => readFilter((name) => filter[name])

const boardWith = (files: Readonly<Record<string, unknown>>) => {
  const project = createProject(
    Object.fromEntries(
      Object.entries(files).map(([path, value]) => [`.workbench/blackboard/${path}.json`, value]),
    ),
  )
  return { ...project, board: boardOf(project.root) }
}

/** The agents of the cards, in the order of the page. */
const cardsIn = (page: string): string[] =>
  [...page.matchAll(/class="card [^]*?<a href[^>]*>([^<]*)/g)].map(([, agent = '']) => agent)

const fileOf = (schema: string, members: object = {}): BoardFile => {
  const [file] = boardWith({ 'w1/agent': example(schema, members) }).board.files
  if (!file) throw new Error('There is no file')
  return file
}

describe('the summary of an artifact', () => {
  it.each([
    ['adr.v1', 'accepted', 'good'],
    ['compliance-check.v1', 'partial', 'warn'],
    ['estimate.v1', 'expected 132.3', 'none'],
    ['fact.v1', 'domain', 'none'],
    ['finding.v1', 'critical, confirmed', 'bad'],
    ['handoff.v1', 'partial, 2 open questions', 'warn'],
    ['plan.v1', '4 waves, 10 tasks', 'none'],
    ['requirement.v1', 'must, functional', 'none'],
    ['review.v1', 'block, 1 critical, 1 high, 1 medium, 1 low', 'bad'],
    ['risk.v1', 'mitigating, exposure € 36,000', 'warn'],
    ['tracker-item.v1', 'in-review, story', 'none'],
  ])('of %s says %s', (schema, outcome, tone) => {
    const { summary } = fileOf(schema)
    expect(summary).toMatchObject({ outcome, tone })
    expect(summary.title.length).toBeGreaterThan(5)
  })

  it.each([
    ['finding.v1', { verdict: 'refuted' }, 'none'],
    ['review.v1', { verdict: 'pass', findings: [] }, 'good'],
    ['review.v1', { verdict: 'constructor', findings: [] }, 'none'],
    ['handoff.v1', { status: 'blocked' }, 'bad'],
    ['risk.v1', { status: 'closed' }, 'good'],
    ['estimate.v1', { items: 'none' }, 'none'],
  ])('of %s with %j has the tone %s', (schema, members, tone) => {
    expect(fileOf(schema, members).summary.tone).toBe(tone)
  })

  it('of a contract without a view is its first member that names it', () => {
    const { board } = boardWith({ 'w1/writer': { schema: 'memo.v1', id: 'M-1', subject: 'Lunch' } })
    expect(board.files[0]?.summary).toEqual(expect.objectContaining({ title: 'Lunch', outcome: '' }))
  })

  it('says the same as the color, apart from the validity', () => {
    const page = pageOf([fileOf('review.v1', { unknownMember: 1 })])
    expect(page).toContain('class="card tone-bad invalid"')
    expect(page).toContain('<strong class="badge tone-bad">block, 1 critical')
    expect(page).toContain('✗ invalid')
  })
})

describe('the board', () => {
  const { board, write } = boardWith({
    'w1/analyst': example('risk.v1', { status: 'open' }),
    'w1/reviewer': example('review.v1', { verdict: 'block' }),
    'w2/reviewer': example('review.v1', { verdict: 'pass', findings: [] }),
    'w2/finder': example('finding.v1', { severity: 'high', id: 'F-77' }),
    'w2/broken': '{"schema": "risk.v1"',
  })
  const select = (filter: Readonly<Record<string, string>>) =>
    cardsIn(pageOf(board.files, { filter: selection(filter) })).sort()

  const fileNamed = (agent: string, members: Partial<BoardFile> = {}): BoardFile => {
    const [file] = board.files
    if (!file) throw new Error('There is no file')
    const named = { ...file, agent, wave: 'w1', ...members }
    return { ...named, path: `${named.wave}/${agent}.json` }
  }

  it.each([
    [{ q: 'f-77' }, ['finder']],
    [{ q: 'w2/ REVIEW' }, ['reviewer']],
    [{ q: 'nothing at all' }, []],
    [{ show: 'invalid' }, ['broken']],
    [{ show: 'blocked' }, ['reviewer']],
    [{ show: 'attention' }, ['broken', 'finder', 'reviewer']],
    [{ show: 'toString' }, []],
    [{ wave: 'w1' }, ['analyst', 'reviewer']],
    [{ contract: 'risk.v1' }, ['analyst', 'broken']],
    [{ severity: 'critical' }, ['reviewer']],
    [{ verdict: 'pass' }, ['reviewer']],
    [{ agent: 'finder' }, ['finder']],
    [{ agent: 'finder', contract: 'review.v1' }, []],
    [{ q: 'risk.v1' }, ['analyst', 'broken']],
    [{ q: 'review.v1 critical' }, ['reviewer']],
    [{ q: 'finder review.v1' }, []],
    [{}, ['analyst', 'broken', 'finder', 'reviewer', 'reviewer']],
  ])('with the filter %j shows %j', (filter, agents) => {
    expect(select(filter)).toEqual(agents)
  })

  it('finds a review by the ids of its findings', () => {
    expect(select({ q: 'F-02' })).toEqual(['reviewer'])
  })

  it('orders what is selected by severity, then by time', () => {
    const times = new Map(board.files.map(({ path }, index) => [path, new Date(index * 1_000)]))
    const files = board.files.map((file) => ({ ...file, modified: times.get(file.path) ?? now }))
    const filter = selection({ q: 'json' })
    expect(cardsIn(pageOf(files, { filter }))).toEqual([
      'reviewer',
      'finder',
      'reviewer',
      'broken',
      'analyst',
    ])
  })

  it('shows the wave that was written last first and open, and folds the others', () => {
    const files = board.files.map((file) => ({
      ...file,
      modified: new Date(file.wave === 'w1' ? 2_000 : 1_000),
    }))
    const waves = [...pageOf(files).matchAll(/data-key="wave (w\d)"\s+(open)?/g)].map(([, wave, open]) => [
      wave,
      open,
    ])
    expect(waves).toEqual([
      ['w1', 'open'],
      ['w2', undefined],
    ])
  })

  it('shows the wave that runs according to the plan first', () => {
    const tasks = [{ id: 'T-1', description: 'Review', agent: 'reviewer' }]
    const plan = example('plan.v1', {
      waves: [
        { id: 'w0', tasks, gate: {} },
        { id: 'w2', tasks, gate: {} },
      ],
    })
    const files = [...boardWith({ 'plans/planner': plan }).board.files, ...board.files].map((file) => ({
      ...file,
      modified: new Date(file.wave === 'w2' ? 1_000 : 2_000),
    }))
    const page = pageOf(files)
    expect(page).toContain('Wave 2 of 2 (w2), 1 agent: 1 delivered, 0 invalid, 0 blocked, 0 missing')
    expect(page.indexOf('data-key="wave w2"')).toBeLessThan(page.indexOf('data-key="wave w1"'))
  })

  it('shows what is not valid or blocks, and counts it', () => {
    const page = pageOf(board.files)
    expect(page).toContain('1 invalid, 1 blocked')
    const [, attention = ''] = /aria-label="Needs attention"([^]*?)<\/section>/.exec(page) ?? []
    expect(attention.match(/<a /g)).toHaveLength(3)
    for (const agent of ['broken', 'reviewer', 'finder']) expect(attention).toContain(`>${agent}</a>`)
    expect(attention).toMatch(/reviewer<\/a> in w1: block, 1 critical[^<]*: F-01 The offset/)
    expect(attention).toMatch(/finder<\/a> in w2: high, confirmed: F-77 /)
  })

  it('names a missing deliverable in what needs attention, until it is written', () => {
    const artifacts = [{ path: 'report.json', schema: 'risk.v1' }]
    const handoff = example('handoff.v1', { status: 'complete', blockedBy: [], artifacts })
    const { board: own, write: add } = boardWith({ 'w1/lead': handoff })
    expect(pageOf(own.files)).toMatch(
      /Needs attention[^]*Deliverable &quot;report\.json&quot; does not exist/,
    )
    add('report.json', example('risk.v1', { probability: 2 }))
    own.refresh()
    expect(pageOf(own.files)).toMatch(/Needs attention[^]*&quot;report\.json&quot; is not a valid risk\.v1/)
    add('report.json', example('risk.v1'))
    own.refresh()
    expect(pageOf(own.files)).not.toContain('Needs attention')
  })

  it('links to the other artifacts that need attention', () => {
    const files = Array.from({ length: 7 }, (_, index) => fileNamed(`a${index}`, { valid: false }))
    const page = pageOf(files)
    expect(page.match(/data-key="attention w1/g)).toHaveLength(5)
    expect(page).toContain('<a href="/?show=attention">2 more</a>')
    expect(cardsIn(pageOf(files, { filter: selection({ show: 'attention' }) }))).toHaveLength(7)
  })

  it('shows 100 of very many artifacts, and links to those of each wave, divided into pages', () => {
    const files = ['w1', 'w2'].flatMap((wave) =>
      Array.from({ length: 250 }, (_, index) => fileNamed(`a${index}`, { wave })),
    )
    const page = pageOf(files)
    expect(cardsIn(page)).toHaveLength(100)
    for (const wave of ['w1', 'w2'])
      expect(page).toMatch(new RegExp(`<a href="/\\?wave=${wave}">Show all 250 artifacts of ${wave}</a>`))
    const last = pageOf(files, { filter: selection({ wave: 'w2' }), page: 3 })
    expect(cardsIn(last)).toHaveLength(50)
    expect(last).toMatch(/250 of 500<[^]*Page 3 of 3/)
    expect(last).toContain('href="/?wave=w2&amp;page=2"')
  })

  it('names few agents of each list, and links to the others', () => {
    const tasks = Array.from({ length: 300 }, (_, index) => ({
      id: `T-${index}`,
      description: '',
      agent: `a-${index}`,
    }))
    const plan = example('plan.v1', { waves: [{ id: 'w1', tasks, gate: {} }] })
    const { board: own } = boardWith({ 'p/planner': plan, 'w1/a-7': example('risk.v1') })
    const page = pageOf(own.files)
    expect(page).toContain('Wave 1 of 1 (w1), 300 agents: 1 delivered, 0 invalid, 0 blocked, 299 missing')
    expect(page.match(/a-\d+,/g)).toHaveLength(5)
    expect(page).toMatch(/href="\/artifact\?path=[^"]+planner\.json#wave-1">and 294 more</)
  })

  it('shows the time of each activity', () => {
    const [file] = board.files
    if (!file) throw new Error('There is no file')
    const time = new Date(now)
    time.setHours(0, 0, 7, 0)
    const yesterday = new Date(time.getTime() - 86_400_000)
    const page = pageOf([file], {
      activities: [
        { kind: 'new', file, time },
        { kind: 'present', file, time: yesterday },
      ],
    })
    expect(page).toMatch(/>00:00:07<\/time\s*>\s*New:/)
    expect(page).toMatch(/>\d+ \w+ \d{4}, \d\d:\d\d:\d\d<\/time\s*>\s*Before the start:/)
  })

  it('records who has written first and again, and what was deleted', () => {
    expect(board.activities.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'present'))
    write('.workbench/blackboard/w3/new.json', example('risk.v1'))
    board.refresh()
    write('.workbench/blackboard/w3/new.json', example('risk.v1', { probability: 2 }))
    board.refresh()
    board.refresh()
    rmSync(join(board.folder, 'w3', 'new.json'))
    board.refresh()
    const noticed = board.activities.filter(({ kind }) => kind !== 'present')
    expect(noticed.map(({ kind, file }) => [kind, file.agent, file.valid])).toEqual([
      ['deleted', 'new', false],
      ['again', 'new', false],
      ['new', 'new', true],
    ])
    expect(pageOf(board.files, { activities: board.activities })).toMatch(/Deleted:\s+new in w3: risk\.v1/)
  })
})

describe('createEditorLink()', () => {
  const link = createEditorLink('/project', editorTemplate('vscode'))

  it.each([
    ['src/a b.ts', '12', 'vscode://file/project/src/a%20b.ts:12'],
    ['src/a.ts', undefined, 'vscode://file/project/src/a.ts:1'],
    ['src/a.ts', '1&x=$`', 'vscode://file/project/src/a.ts:1'],
    ['/project/src/a.ts', '2', 'vscode://file/project/src/a.ts:2'],
    ['"><script>\ud800', '2', 'vscode://file/project/%22%3E%3Cscript%3E%EF%BF%BD:2'],
    ['../other/a.ts', '1', undefined],
    ['/etc/passwd', '1', undefined],
    ['', '1', undefined],
  ])('links %j, line %j to %j', (file, line, target) => {
    expect(link(file, line)).toBe(target)
  })

  it.each(['javascript:alert("{file}")', 'data:text/html,{file}', 'emacs', 'vscode://file', 'toString'])(
    'rejects the editor %s',
    (editor) => {
      expect(editorTemplate(editor)).toBeUndefined()
    },
  )

  it('accepts an address', () => {
    const own = createEditorLink(repository, editorTemplate('my-editor://open?f={file}&l={line}'))
    expect(own('a.ts', '3')).toBe(`my-editor://open?f=${repository}/a.ts&l=3`)
  })
})
