import { adviceOn, messagesOn, plan } from './advice-on.ts'

describe('advice', () => {
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
    [
      'tasks of a cycle of four',
      plan([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'd'],
        ['d', 'a'],
      ]),
      [0, 1, 2, 3].map((task) => `/waves/0/tasks/${task}/dependsOn/0 depends-on`),
    ],
    [
      'tasks of a cycle that has a shorter one in it',
      plan([
        ['d', 'a'],
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a', 'b'],
      ]),
      ['1/dependsOn/0', '2/dependsOn/0', '3/dependsOn/0', '3/dependsOn/1'].map(
        (at) => `/waves/0/tasks/${at} depends-on`,
      ),
    ],
    [
      'a task that depends on it, and on itself',
      plan([
        ['a', 'b'],
        ['b', 'a', 'b'],
      ]),
      ['0/dependsOn/0', '1/dependsOn/0', '1/dependsOn/1'].map((at) => `/waves/0/tasks/${at} depends-on`),
    ],
    [
      'a task that depends on it, and on one that does not',
      plan([['a', 'b'], ['b', 'a', 'c'], ['c']]),
      ['0/dependsOn/0', '1/dependsOn/0'].map((at) => `/waves/0/tasks/${at} depends-on`),
    ],
    [
      'tasks of a cycle, in which it takes no part',
      plan([['a', 'b'], ['b', 'a'], ['c'], ['d', 'b'], ['e', 'd']]),
      ['0/dependsOn/0', '1/dependsOn/0'].map((at) => `/waves/0/tasks/${at} depends-on`),
    ],
  ])('on a task of a plan that depends on %s', (_, artifact, expected) => {
    expect(adviceOn('plan.v1', artifact)).toEqual(expected)
  })

  it('gives none on tasks that do not say what they depend on', () => {
    const tasks = [{ id: 'a', description: 'd', agent: 'agent-a' }]
    expect(adviceOn('plan.v1', { goal: 'g', waves: [{ id: 'w1', gate: {}, tasks }] })).toEqual([])
  })

  const longId = 'x'.repeat(61)
  it.each([
    ['an unknown task', plan([['a', 'x']]), 'No task of the plan has the id "x"'],
    ['a number', plan([['a', 5]]), 'No task of the plan has the id "5"'],
    ['an object', plan([['a', { id: 'a' }]]), String.raw`No task of the plan has the id "{\"id\":\"a\"}"`],
    [
      'an unknown task with a long id',
      plan([['a', longId]]),
      `No task of the plan has the id "${'x'.repeat(60)}…"`,
    ],
    [
      'an unknown task whose id has 60 characters outside the Basic Multilingual Plane',
      plan([['a', '𝒳'.repeat(60)]]),
      `No task of the plan has the id "${'𝒳'.repeat(60)}"`,
    ],
    ['a task of a later wave', plan([['a', 'b']], [['b']]), 'Task "b" is in a later wave, "w2"'],
    ['itself', plan([['a', 'a']]), 'Task "a" depends on itself'],
  ])('says why a task of a plan cannot depend on %s', (_, artifact, message) => {
    expect(messagesOn('plan.v1', artifact)).toEqual([message])
  })

  it('says which tasks of a plan depend on each other', () => {
    const artifact = plan([
      ['a', 'b'],
      ['b', 'a'],
    ])
    expect(messagesOn('plan.v1', artifact)).toEqual([
      'Tasks "a" and "b" depend on each other; start with one of them',
      'Tasks "b" and "a" depend on each other; start with one of them',
    ])
  })

  it('searches cycles among at most 2,000 dependencies', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) => [String(index), String((index + 1) % length)] as const)
    expect(adviceOn('plan.v1', plan(chain(2000)))).toHaveLength(2000)
    expect(adviceOn('plan.v1', plan(chain(20_000)))).toEqual([])
  })
})
