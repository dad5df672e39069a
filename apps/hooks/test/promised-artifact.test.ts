import { projectWith } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const plan = JSON.stringify({
  ...{ schema: 'plan.v1', producedBy: 'lead', goal: 'g' },
  waves: [
    {
      id: 'w1',
      gate: { review: 'review.v1' },
      tasks: [{ id: 'T-1', description: 'Write finding.v1', agent: 'tester' }],
    },
    { id: 'w2', gate: {}, tasks: [{ id: 'T-2', description: 'd', agent: 'writer' }] },
  ],
})

const end = (cwd: string, agent_type: string, more: object = {}) =>
  runHook(
    JSON.stringify({
      ...{
        hook_event_name: 'SubagentStop',
        session_id: 's',
        agent_id: 'a1',
        agent_type,
        cwd,
        stop_hook_active: false,
      },
      ...more,
    }),
  )

describe('the hook, when a subagent ends that the plan names,', () => {
  it('tells it once what it has not delivered, with the contract and the path', async () => {
    const cwd = projectWith({ '.workbench/blackboard/plans/lead.json': plan })
    const first = await end(cwd, 'workbench-core:tester')
    expect(first.status).toBe(2)
    expect(first.stderr).toContain(
      'Write a valid finding.v1 or review.v1 to .workbench/blackboard/w1/tester.json',
    )
    expect(first.stderr).toContain('repeat your whole report')
    expect((await end(cwd, 'workbench-core:tester')).status).toBe(0)
  })

  it.each([
    ['is not named', 'explorer', {}],
    ['has a task in a later wave only', 'writer', {}],
    ['was told before, as the event says', 'tester', { stop_hook_active: true }],
    ['is the main agent', 'tester', { hook_event_name: 'Stop', agent_id: undefined }],
  ])('says nothing if it %s', async (_, type, more) => {
    const cwd = projectWith({ '.workbench/blackboard/plans/lead.json': plan })
    expect((await end(cwd, type, more)).stderr).not.toContain('delivered nothing')
  })

  it('says nothing if it has delivered', async () => {
    const handoff = JSON.stringify({ producedBy: 'tester' })
    const cwd = projectWith({
      '.workbench/blackboard/plans/lead.json': plan,
      '.workbench/blackboard/w1/other.json': handoff,
    })
    expect((await end(cwd, 'tester')).stderr).not.toContain('delivered nothing')
  })
})
