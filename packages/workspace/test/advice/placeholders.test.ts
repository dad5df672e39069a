import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { adviceOnTexts } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

import { contracts, finding } from '../project.ts'
import { adviceOn, messagesOn, plan } from './advice-on.ts'

const review = (...findings: object[]) => ({
  ...{ target: 'main', dimension: 'test', verdict: 'pass', summary: 'Nothing blocks it.' },
  findings: findings.map((each) => ({ schema: 'finding.v1', producedBy: 'a', ...each })),
})

describe('advice on texts that say nothing', () => {
  it.each(['…', '...', 'string', 'TODO', 'TBD.', 'n/a', 'test', 'x', '<todo>', '[TBD]', 'Lorem ipsum dolor'])(
    'names %j',
    (text) => {
      expect(adviceOn('finding.v1', { ...finding, summary: text })).toEqual(['/summary placeholder'])
      expect(adviceOn('review.v1', review({ ...finding, title: text }))).toEqual([
        '/findings/0/title placeholder',
      ])
    },
  )

  it.each([
    'TODO comments are left in the parser',
    'The test fails',
    'N/A is stored in place of null',
    'x is never reset',
  ])('says nothing of %j', (summary) => {
    expect(adviceOn('finding.v1', { ...finding, summary })).toEqual([])
  })

  it('says nothing of names and of optional members', () => {
    expect(
      adviceOn('finding.v1', {
        ...finding,
        id: 'x',
        producedBy: 'test',
        category: 'test',
        remediation: 'N/A',
      }),
    ).toEqual([])
  })

  it('says nothing of the state in a tracker, which can be TODO', () => {
    const item = { provider: 'jira', sourceId: 'A-1', title: 'Own title', type: 'bug', state: 'ready' }
    expect(adviceOn('tracker-item.v1', { ...item, nativeState: 'TODO' })).toEqual([])
  })

  it('says nothing of a value that the contract lists, and of a name in an own contract', () => {
    const directory = temporaryFolder()
    const properties = {
      ...{ schema: { const: 'job.v1' }, status: { enum: ['todo', 'done'] } },
      ...{ name: { type: 'string' }, note: { type: 'string' } },
    }
    const schema = { type: 'object', required: ['status', 'name', 'note'], properties }
    writeFileSync(join(directory, 'job.v1.schema.json'), JSON.stringify(schema))
    const own = openContracts({ directory })
    const job = { schema: 'job.v1', status: 'todo', name: 'test' }
    expect(adviceOnTexts('job.v1', { ...job, note: 'Own' }, own)).toEqual([])
    expect(adviceOnTexts('job.v1', { ...job, note: 'todo' }, own)).toMatchObject([{ path: '/note' }])
  })

  it('says nothing of the example with another id', () => {
    for (const id of ['finding.v1', 'fact.v1', 'plan.v1'] as const) {
      const example = contracts.get(id).example as object
      expect(adviceOnTexts(id, { ...example, id: 'other', producedBy: 'someone' }, contracts)).toEqual([])
    }
  })

  it('names a text that repeats another member, and one of the example', () => {
    expect(messagesOn('finding.v1', { ...finding, summary: finding.title })).toEqual([
      'It repeats "title" word for word; write what only this member says',
    ])
    const example = contracts.get('finding.v1').example as Record<string, string>
    expect(adviceOn('finding.v1', { ...finding, title: example['title'] })).toEqual(['/title placeholder'])
  })

  it.each([
    '...',
    '// ... remaining tasks',
    '{...}',
    '… and 12 more',
    'and 3 others',
    '[12 more items]',
    '(the rest)',
  ])('reports %j in a list or as a name as missing content', (text) => {
    const outOfScope = ['Refunds', text]
    expect(adviceOn('plan.v1', { ...plan([['a']]), outOfScope })).toEqual(['/outOfScope/1 missing-content'])
    expect(adviceOn('review.v1', { ...review(), metrics: { [text]: 1 } })).toHaveLength(1)
  })

  it.each([
    'More than 12 requests at once',
    'Other tenants',
    'Wait... and retry',
    'The remaining budget',
    '12 more tests are needed',
  ])('takes %j for content', (text) => {
    expect(adviceOn('plan.v1', { ...plan([['a']]), outOfScope: [text] })).toEqual([])
  })
})
