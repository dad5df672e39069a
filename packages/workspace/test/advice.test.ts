import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { type Advice, checkInProject, openArea } from '@workbench/workspace'

import { contracts, finding, newProject, risk, schemas } from './project.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Members = Readonly<Record<string, unknown>>

/** The advice on a valid artifact, each as `path rule`. */
function adviceOn(schema: string, members: Members, area = openArea(temporaryFolder())): string[] {
  const text = JSON.stringify({ schema, producedBy: 'agent', ...members })
  const verdict = contracts.get(schema).validateText(text)
  expect(verdict).toEqual({ valid: true })
  const check = checkInProject({ schema, text, verdict }, { area, contracts })
  expect(check.verdict).toBe(verdict)
  return check.advice.map(({ path, rule }: Advice) => `${path} ${rule}`)
}

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

/** A plan with tasks in waves: `[['a'], ['b', 'a']]` are task a in the first wave, and task b, which depends on a, in the second. */
const plan = (...waves: readonly (readonly (readonly string[])[])[]): Members => ({
  goal: 'g',
  waves: waves.map((tasks, wave) => ({
    id: `w${wave + 1}`,
    gate: {},
    tasks: tasks.map(([id, ...dependsOn]) => ({ id, description: 'd', agent: `agent-${id}`, dependsOn })),
  })),
})

const estimate = (expected: number, ...items: readonly (readonly [number, number, number])[]): Members => ({
  scope: 's',
  assumptions: ['a'],
  expected,
  items: items.map(([optimistic, likely, pessimistic]) => ({ optimistic, likely, pessimistic })),
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

  it.each([
    [200, []],
    [undefined, []],
    [210, ['/exposureEur exposure']],
    [20, ['/exposureEur exposure']],
    [-200, ['/exposureEur exposure']],
  ])(
    'compares an exposure of %p with the probability 0.2 times the impact 1000: %j',
    (exposureEur, expected) => {
      expect(adviceOn('risk.v1', { ...risk, ...(exposureEur !== undefined && { exposureEur }) })).toEqual(
        expected,
      )
    },
  )

  it.each([
    [0.1, 3, 0.3],
    [0.35, 12_345, 4321],
    [0.35, 12_345, 4320],
    [0.35, 12_345, 4300],
    [0, 500, 0],
  ])(
    'accepts the exposure of probability %p and impact %p rounded to %p',
    (probability, impactEur, exposureEur) => {
      expect(adviceOn('risk.v1', { ...risk, probability, impactEur, exposureEur })).toEqual([])
    },
  )

  it('does not accept an exposure that is rounded by more than a hundredth', () => {
    expect(adviceOn('risk.v1', { ...risk, probability: 0.35, impactEur: 12_345, exposureEur: 4000 })).toEqual(
      ['/exposureEur exposure'],
    )
  })

  it.each([
    [4, [[2, 4, 6]], []],
    [4.17, [[2, 4, 7]], []],
    [4.2, [[2, 4, 7]], []],
    [5, [[2, 4, 7]], ['/expected pert']],
    [
      99,
      [
        [2, 4, 6],
        [1, 2, 3],
      ],
      [],
    ],
  ] as const)('compares the expected value %p with the PERT value of %j: %j', (expected, items, advice) => {
    expect(adviceOn('estimate.v1', estimate(expected, ...items))).toEqual(advice)
  })

  it.each([
    ['none', plan([['a'], ['b', 'a']], [['c', 'a', 'b']]), []],
    ['an unknown task', plan([['a', 'x']]), ['/waves/0/tasks/0/dependsOn/0 depends-on']],
    ['a task of a later wave', plan([['a', 'b']], [['b']]), ['/waves/0/tasks/0/dependsOn/0 depends-on']],
    ['itself', plan([['a', 'a']]), ['/waves/0/tasks/0/dependsOn/0 depends-on']],
    [
      'a task that depends on it',
      plan([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
        ['d', 'a'],
      ]),
      [0, 1, 2].map((task) => `/waves/0/tasks/${task}/dependsOn/0 depends-on`),
    ],
    [
      'one of two cycles, which are separate',
      plan([
        ['a', 'b'],
        ['b', 'a'],
        ['c', 'a', 'd'],
        ['d', 'c'],
      ]),
      ['0/dependsOn/0', '1/dependsOn/0', '2/dependsOn/1', '3/dependsOn/0'].map(
        (at) => `/waves/0/tasks/${at} depends-on`,
      ),
    ],
  ])('on a task of a plan that depends on %s', (_, artifact, expected) => {
    expect(adviceOn('plan.v1', artifact)).toEqual(expected)
  })

  it('follows a chain of dependencies of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [String(index), String(index + 1)])
    expect(adviceOn('plan.v1', plan([...chain, ['20000', '0']]))).toHaveLength(20_001)
    expect(adviceOn('plan.v1', plan([...chain, ['20000']]))).toEqual([])
  })

  it('names ids that are used twice', () => {
    expect(adviceOn('plan.v1', plan([['a'], ['a']], [['a']]))).toEqual([
      '/waves/0/tasks/1/id repeated-id',
      '/waves/1/tasks/0/id repeated-id',
    ])
    expect(adviceOn('review.v1', review('block', { id: 'x' }, { id: 'y' }, { id: 'x' }))).toEqual([
      '/findings/2/id repeated-id',
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
  })

  describe('on a plan whose wave has a handoff', () => {
    function projectWithHandoff(status: string, ...agents: readonly string[]) {
      const { area, at } = newProject()
      mkdirSync(at('blackboard', 'w1'), { recursive: true })
      const handoff = {
        schema: 'handoff.v1',
        producedBy: 'lead',
        wave: 'w1',
        status,
        artifacts: [],
        summary: 's',
      }
      writeFileSync(at('blackboard', 'w1', 'lead.json'), JSON.stringify(handoff))
      for (const agent of agents) writeFileSync(at('blackboard', 'w1', `${agent}.json`), '{}')
      return area
    }
    const twoTasks = plan([['a'], ['b']], [['c']])

    it('names the agents that have written nothing, if the handoff is complete', () => {
      const advice = adviceOn('plan.v1', twoTasks, projectWithHandoff('complete', 'agent-a'))
      expect(advice).toEqual(['/waves/0/tasks/1/agent agent-without-artifact'])
    })

    it('names none if all have written something, or if the wave is not complete', () => {
      expect(adviceOn('plan.v1', twoTasks, projectWithHandoff('complete', 'agent-a', 'agent-b'))).toEqual([])
      expect(adviceOn('plan.v1', twoTasks, projectWithHandoff('partial', 'agent-a'))).toEqual([])
    })
  })
})
