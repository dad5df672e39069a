import { mkdirSync, writeFileSync } from 'node:fs'

import { newProject } from '../project.ts'
import { adviceOn, type Members, messagesOn, plan } from './advice-on.ts'

describe('advice on a plan whose wave has a handoff', () => {
  const handoff = {
    schema: 'handoff.v1',
    producedBy: 'lead',
    wave: 'w1',
    status: 'complete',
    artifacts: [],
    summary: 's',
  }

  /** A project with the files in the folder of the first wave. */
  function projectWithFiles(files: Members) {
    const { area, at } = newProject()
    mkdirSync(at('blackboard', 'w1'), { recursive: true })
    for (const [name, content] of Object.entries(files))
      writeFileSync(
        at('blackboard', 'w1', name),
        typeof content === 'string' ? content : JSON.stringify(content),
      )
    return area
  }

  const projectWithHandoff = (status: string, ...agents: readonly string[]) =>
    projectWithFiles({
      'lead.json': { ...handoff, status },
      ...Object.fromEntries(agents.map((agent) => [`${agent}.json`, {}])),
    })

  const twoTasks = plan([['a'], ['b']], [['c']])

  it('names the agents that have written nothing, if the handoff is complete', () => {
    const advice = adviceOn('plan.v1', twoTasks, projectWithHandoff('complete', 'agent-a'))
    expect(advice).toEqual(['/waves/0/tasks/1/agent agent-without-artifact'])
    expect(messagesOn('plan.v1', twoTasks, projectWithHandoff('complete', 'agent-a'))).toEqual([
      'Wave "w1" is complete, but "agent-b" has written nothing to the blackboard in it',
    ])
  })

  it('names none if all have written something, or if the wave is not complete', () => {
    expect(adviceOn('plan.v1', twoTasks, projectWithHandoff('complete', 'agent-a', 'agent-b'))).toEqual([])
    expect(adviceOn('plan.v1', twoTasks, projectWithHandoff('partial', 'agent-a'))).toEqual([])
  })

  it('names none that has written under the name that blackboard_write proposes', () => {
    const { waves } = JSON.parse(JSON.stringify(twoTasks).replaceAll('agent-a', 'Agent A')) as Members
    const area = projectWithHandoff('complete', 'agent-a', 'agent-b')
    expect(adviceOn('plan.v1', { goal: 'g', waves }, area)).toEqual([])
  })

  it.each([
    ['an artifact of another contract', { ...handoff, schema: 'finding.v1' }],
    ['the handoff of another wave', { ...handoff, wave: 'w2' }],
    ['the handoff of another wave, which is partial,', { ...handoff, wave: 'w2', status: 'partial' }],
  ])('does not take %s in the folder for its handoff', (_, artifact) => {
    expect(adviceOn('plan.v1', twoTasks, projectWithFiles({ 'lead.json': artifact }))).toEqual([])
  })

  it('finds the handoff behind files that are not JSON', () => {
    const area = projectWithFiles({ 'a.json': '{', 'b.json': 'null', 'lead.json': handoff })
    expect(adviceOn('plan.v1', plan([['a']]), area)).toEqual([
      '/waves/0/tasks/0/agent agent-without-artifact',
    ])
  })

  it('does not read a folder whose name is not that of a wave', () => {
    const id = 'x/../w1'
    const area = projectWithFiles({ 'lead.json': { ...handoff, wave: id } })
    const { waves } = plan([['a']]) as { waves: Members[] }
    expect(adviceOn('plan.v1', { goal: 'g', waves: [{ ...waves[0], id }] }, area)).toEqual([])
  })
})
