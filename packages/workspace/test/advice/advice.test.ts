import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { adviceOn as adviceOnArtifact, openArea } from '@workbench/workspace'

import { contracts, finding, schemas } from '../project.ts'
import { adviceOn, fullAdviceOn, type Members, messagesOn, plan } from './advice-on.ts'

const review = (verdict: string, ...findings: readonly Members[]): Members => ({
  target: 't',
  dimension: 'd',
  verdict,
  summary: 's',
  findings: findings.map((change, index) => ({
    schema: 'finding.v1',
    producedBy: 'agent',
    ...finding,
    id: `F-${index + 1}`,
    ...change,
  })),
})

describe('advice', () => {
  it.each(contracts.ids)('gives none on the example of %s', (id) => {
    const path = join(dirname(schemas), 'docs/examples/valid', `${id}.json`)
    const { schema: _, ...example } = JSON.parse(readFileSync(path, 'utf8')) as Members
    if (id === 'handoff.v1') return
    expect(adviceOn(id, example)).toEqual([])
  })

  it('names the first finding of a review that is more severe than the one before it', () => {
    const severities = (...list: string[]) => review('block', ...list.map((severity) => ({ severity })))
    expect(adviceOn('review.v1', severities('critical', 'high', 'high', 'info'))).toEqual([])
    expect(adviceOn('review.v1', severities('high', 'low', 'medium', 'critical'))).toEqual([
      '/findings/2/severity findings-by-severity',
    ])
    expect(messagesOn('review.v1', severities('high', 'low', 'medium'))).toEqual([
      'Rank the findings by severity; this one is medium, the one before it low',
    ])
  })

  it.each([
    ['pass', { severity: 'critical' }, ['/verdict pass-with-critical-finding']],
    ['pass-with-comments', { severity: 'critical' }, ['/verdict pass-with-critical-finding']],
    ['block', { severity: 'critical' }, []],
    ['pass', { severity: 'critical', verdict: 'refuted' }, []],
    ['pass', { severity: 'high' }, []],
  ])('on a review with the verdict %s and the finding %j is %j', (verdict, change, expected) => {
    expect(adviceOn('review.v1', review(verdict, change))).toEqual(expected)
  })

  it('says which finding of a review that passes is critical', () => {
    const findings = [{ severity: 'critical', verdict: 'refuted' }, { severity: 'critical' }]
    expect(messagesOn('review.v1', review('pass', ...findings))).toEqual([
      'The verdict is "pass", but finding 2 is critical; block, or correct the severity',
    ])
  })

  it('is silent for an own contract with the id of a built-in one and other members', () => {
    const directory = temporaryFolder()
    const own = (id: string, members: readonly string[]) => {
      const properties = Object.fromEntries(members.map((name) => [name, {}]))
      const schema = { $id: `${id}.schema.json`, type: 'object', properties }
      writeFileSync(join(directory, `${id}.schema.json`), JSON.stringify(schema))
      return { ...Object.fromEntries(members.map((name) => [name, 5])), schema: id }
    }
    const artifacts = [
      own('review.v1', ['schema', 'verdict', 'findings']),
      own('plan.v1', ['schema', 'waves']),
      own('estimate.v1', ['schema', 'items', 'expected']),
      own('risk.v1', ['schema', 'probability', 'impactEur', 'exposureEur']),
      own('tracker-item.v1', ['schema', 'type']),
    ]
    const area = openArea(temporaryFolder())
    for (const artifact of artifacts)
      expect(adviceOnArtifact(artifact.schema, artifact, area, openContracts({ directory }))).toEqual([])
  })

  it('follows the rules for a copy of the built-in contracts', () => {
    const directory = temporaryFolder()
    cpSync(schemas, directory, { recursive: true })
    const artifact = { schema: 'review.v1', producedBy: 'a', ...review('pass', { severity: 'critical' }) }
    const advice = adviceOnArtifact('review.v1', artifact, openArea(directory), openContracts({ directory }))
    expect(advice).toMatchObject([{ rule: 'pass-with-critical-finding' }])
  })

  it('names ids that are used twice', () => {
    expect(adviceOn('plan.v1', plan([['a'], ['a']], [['a']]))).toEqual([
      '/waves/0/tasks/1/id repeated-id',
      '/waves/1/tasks/0/id repeated-id',
    ])
    expect(adviceOn('review.v1', review('block', { id: 'x' }, { id: 'y' }, { id: 'x' }))).toEqual([
      '/findings/2/id repeated-id',
    ])
    const { waves } = plan([['a']], [['b']]) as { waves: Members[] }
    const sameWaves = waves.map((wave) => ({ ...wave, id: 'w1' }))
    expect(fullAdviceOn('plan.v1', { goal: 'g', waves: sameWaves })).toEqual([
      { path: '/waves/1/id', rule: 'repeated-id', message: 'The id "w1" is used before, at /waves/0/id' },
    ])
  })

  it('names an unmapped value of a tracker whose native value is not kept', () => {
    const item = {
      provider: 'jira',
      sourceId: '1',
      title: 't',
      type: 'task',
      state: 'ready',
      nativeState: 'Open',
    }
    expect(adviceOn('tracker-item.v1', item)).toEqual([])
    expect(adviceOn('tracker-item.v1', { ...item, type: 'unmapped', nativeType: 'Incident' })).toEqual([])
    expect(
      adviceOn('tracker-item.v1', { ...item, type: 'unmapped', state: 'unmapped', nativeState: ' ' }),
    ).toEqual(['/type unmapped-without-native', '/state unmapped-without-native'])
    expect(messagesOn('tracker-item.v1', { ...item, type: 'unmapped' })).toEqual([
      'type is "unmapped", so nativeType must keep the value of the provider',
    ])
  })
})
