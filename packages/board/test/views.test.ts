import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'

import { openContracts } from '@workbench/contracts'
import { repetitions } from '@workbench/test-support/repetitions'
import { hostileText } from '@workbench/test-support/hostile-text'
import { unprintableLines } from '@workbench/test-support/output-rules'
import { html } from '../src/html/html.ts'
import { serverLinks } from '../src/html/links.ts'
import type { Board } from '../src/index.ts'
import { showArtifactPage } from '../src/pages/artifact-page.ts'
import { boardOf, createProject, example, repository } from './project.ts'

const now = new Date()
const links = serverLinks(() => undefined)

function pageOf(board: Board, path: string): string {
  const file = board.files.find((other) => other.path === path)
  if (!file) throw new Error(`${path} is not on the board`)
  return showArtifactPage({ file, board, links, now }).toString()
}

/** The texts of a page, without markup and line breaks. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<br \/>|<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

const examples = boardOf(repository, join(repository, 'docs', 'examples'))

describe('the page of an artifact', () => {
  it.each(examples.files.map(({ path }) => path))('shows the violations of %s at their lines', (path) => {
    const file = examples.files.find((other) => other.path === path)
    const page = pageOf(examples, path)
    expect(file?.violations.length === 0).toBe(page.includes('badge is-valid'))
    for (const { message, line } of file?.violations ?? []) {
      expect(textOf(page)).toContain(message.replaceAll(/\s+/g, ' '))
      expect(page).toContain(`href="#line-${line}"`)
      expect(page).toContain(`id="line-${line}"`)
    }
  })

  it.each(readdirSync(join(repository, 'docs', 'examples', 'valid')))('shows all texts of %s', (name) => {
    const path = `docs/examples/valid/${name}`
    const reading = pageOf(examples, path).split('class="source"')[0] ?? ''
    const texts: string[] = []
    JSON.stringify(example(name.replace('.json', '')), (key, value: unknown) => {
      if (typeof value === 'string' && key !== 'schema' && key !== 'producedBy') texts.push(value)
      return value
    })
    const shown = textOf(reading)
    for (const text of texts) expect(shown).toContain(text.replaceAll(/\s+/g, ' '))
  })

  it('shows a contract without a view of its own as a table', () => {
    const { root } = createProject({
      'plugins/workbench-core/schemas/memo.v1.schema.json': {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'Memo',
        type: 'object',
        additionalProperties: false,
        required: ['schema', 'subject'],
        properties: {
          schema: { const: 'memo.v1' },
          subject: { type: 'string' },
          copies: { type: 'array', items: { type: 'string' } },
        },
      },
      '.workbench/blackboard/w1/writer.json': { schema: 'memo.v1', copies: ['Ann', 'Bob'] },
    })
    const text = textOf(pageOf(boardOf(root), '.workbench/blackboard/w1/writer.json'))
    expect(text).toContain('Subject missing Required member "subject" is missing')
    expect(text).toContain('Copies Ann Bob')
  })

  it('shows the deliverables of a handoff, and which of them are missing', () => {
    const artifacts = [
      {
        path: 'here.json',
        schema: 'risk.v1',
        sizeBytes: Buffer.byteLength(JSON.stringify(example('risk.v1'))),
      },
      { path: 'gone.json', schema: 'risk.v1' },
    ]
    const { root } = createProject({
      'here.json': example('risk.v1'),
      '.workbench/blackboard/w2/lead.json': example('handoff.v1', { artifacts }),
    })
    const text = textOf(pageOf(boardOf(root), '.workbench/blackboard/w2/lead.json'))
    expect(text).toMatch(
      /here\.json risk\.v1 \S+ gone\.json Deliverable "gone\.json" does not exist; write it/,
    )
  })

  it('shows advice at the value that it is about', () => {
    const risk = example('risk.v1', { exposureEur: 1 })
    const { root } = createProject({ '.workbench/blackboard/w1/analyst.json': risk })
    const page = pageOf(boardOf(root), '.workbench/blackboard/w1/analyst.json')
    expect(page).toContain('<span class="note advice">Expected probability × impactEur')
  })

  it('links the agents of a plan to their artifacts, and shows the state of each task', () => {
    const tasks = ['builder', 'tester'].map((agent) => ({ id: `T-${agent}`, description: agent, agent }))
    const last = { id: 'T-last', description: 'x', agent: 'tester', dependsOn: ['T-builder', 'T-tester'] }
    const { root } = createProject({
      '.workbench/blackboard/plans/planner.json': example('plan.v1', {
        waves: [
          { id: 'w1', tasks, gate: {} },
          { id: 'w2', tasks: [last], gate: {} },
        ],
      }),
      '.workbench/blackboard/w1/builder.json': example('risk.v1'),
    })
    const page = pageOf(boardOf(root), '.workbench/blackboard/plans/planner.json')
    expect(page).toContain('<a href="/artifact?path=.workbench%2Fblackboard%2Fw1%2Fbuilder.json">builder</a>')
    expect(textOf(page)).toContain('delivered T-builder builder builder ready T-tester tester tester')
    expect(textOf(page)).toMatch(/waiting T-last x .* tester T-builder T-tester/)
  })
})

describe('hostile artifacts', () => {
  const known = openContracts({ env: {}, cwd: repository })
  const contracts = known.ids
  const members = [
    ...new Set(contracts.flatMap((id) => known.get<string>(id).fields.map(({ path }) => path))),
  ]
    .flatMap((path) => path.split(/\[\]\.|\./))
    .filter((name) => name !== 'schema')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(fc.constant(null), fc.boolean(), fc.double(), hostileText()),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 5 }),
    ),
  }))
  const { root, write } = createProject({})

  it('are shown without an exception, and without markup or control characters of their own', () => {
    const artifact = fc.record({
      schema: fc.constantFrom(...contracts),
      others: fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 12 }),
    })
    let board: Board | undefined
    fc.assert(
      fc.property(artifact, ({ schema, others }) => {
        write('.workbench/blackboard/w1/agent.json', {
          schema,
          ...others,
          title: '<script>alert(1)</script>\u202e',
        })
        board ??= boardOf(root)
        board.refresh()
        const page = pageOf(board, '.workbench/blackboard/w1/agent.json')
        expect(page).not.toContain('<script')
        expect(unprintableLines(page)).toEqual([])
      }),
      { numRuns: repetitions(80, 300) },
    )
  })

  it('have their texts escaped in attributes and in content', () => {
    const text = `"'><img src=x onerror=alert(1)>\u0000\u202e`
    expect(html`<a title="${text}">${[text, html`<b>${text}</b>`]}</a>`.toString()).toBe(
      `<a title="${ESCAPED}">${ESCAPED}<b>${ESCAPED}</b></a>`,
    )
  })
})

const ESCAPED = '&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;\\u0000\\u202e'
