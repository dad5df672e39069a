import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import type { BoardFile } from '../src/model/board-file.ts'
import { currentWaves, describeEnd, describeWaits, describeWave } from '../src/progress/describe-progress.ts'
import { countDeliveries } from '../src/progress/agents.ts'
import { newestProgress, type WaveProgress } from '../src/progress/progress.ts'
import type { TaskState } from '../src/progress/tasks.ts'
import { boardOf, createProject, example } from './project.ts'

const AGENTS = ['architect', 'builder', 'reviewer', 'tester']
const STATUSES = ['complete', 'partial', 'blocked'] as const

interface Task {
  readonly id: string
  readonly agent: string
  readonly dependsOn: readonly string[]
}

/** What the script of a run does: an agent, or the coordinator with a handoff, writes in a wave. */
interface Step {
  readonly wave: number
  readonly agent: string
  readonly isValid: boolean
  readonly status?: (typeof STATUSES)[number] | undefined
}

interface Run {
  readonly waves: readonly (readonly Task[])[]
  readonly steps: readonly Step[]
}

const waves = fc
  .array(fc.array(fc.constantFrom(...AGENTS), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .chain((agents) => {
    const ids = agents.flatMap((wave, index) => wave.map((_, task) => `T-${index}-${task}`))
    const some = fc.subarray(ids, { maxLength: Math.min(3, ids.length) })
    return fc.tuple(
      ...agents.map((wave, index) =>
        fc.tuple(
          ...wave.map((agent, task) =>
            some.map((dependsOn) => ({ id: `T-${index}-${task}`, agent, dependsOn })),
          ),
        ),
      ),
    )
  })

const run: fc.Arbitrary<Run> = waves.chain((planned) =>
  fc.record({
    waves: fc.constant(planned),
    steps: fc.array(
      fc.record({
        wave: fc.nat(planned.length - 1),
        agent: fc.constantFrom(...AGENTS, 'coordinator'),
        isValid: fc.boolean(),
        status: fc.option(fc.constantFrom(...STATUSES), { nil: undefined }),
      }),
      { maxLength: 12 },
    ),
  }),
)

const planOf = (planned: Run['waves']) =>
  example('plan.v1', {
    waves: planned.map((tasks, index) => ({
      id: `w${index + 1}`,
      tasks: tasks.map((task) => ({ ...task, description: task.id })),
      gate: {},
    })),
  })

/** What the script knows of a wave after its steps: the last write of each agent counts. */
function knownOf(steps: readonly Step[], wave: number) {
  const last = new Map(steps.filter((step) => step.wave === wave).map((step) => [step.agent, step]))
  const handoff = last.get('coordinator')
  const status = handoff?.isValid === true ? (handoff.status ?? 'complete') : undefined
  return { last, status, isBegun: last.size > 0 }
}

const artifactOf = ({ agent, isValid, wave, status = 'complete' }: Step): object => {
  const base =
    agent === 'coordinator'
      ? example('handoff.v1', { wave: `w${wave + 1}`, status })
      : example('risk.v1', { producedBy: agent })
  return isValid ? base : { ...base, unknownMember: true }
}

/** Compares every statement about a wave with what the script knows. */
function expectTrue(wave: WaveProgress, index: number, { waves: planned, steps }: Run): void {
  const { last, status, isBegun } = knownOf(steps, index)
  expect(wave.state).toBe(status ?? (isBegun ? 'running' : 'idle'))
  const { delivered, invalid, blocked, missing } = countDeliveries(wave.agents)
  expect(delivered + invalid + blocked + missing).toBe(
    new Set(planned[index]?.map(({ agent }) => agent)).size,
  )
  for (const { agent, delivery } of wave.agents) {
    const step = last.get(agent)
    expect([agent, delivery]).toEqual([agent, step ? (step.isValid ? 'delivered' : 'invalid') : 'missing'])
  }
  const delivers = ({ id }: Task): boolean | undefined => {
    const position = planned.findIndex((tasks) => tasks.some((task) => task.id === id))
    const tasks = planned[position] ?? []
    const known = knownOf(steps, position)
    if (known.status === 'complete') return true
    const task = tasks.find((other) => other.id === id)
    const step = known.last.get(task?.agent ?? '')
    if (!step) return false
    // One artifact for several tasks: the script does not know either.
    return tasks.filter(({ agent }) => agent === task?.agent).length > 1 ? undefined : step.isValid
  }
  for (const { id, state } of wave.tasks) {
    const task = planned[index]?.find((other) => other.id === id)
    if (!task) throw new Error(`${id} is not in the plan`)
    const others = task.dependsOn.filter((name) => name !== id).map((name) => delivers({ ...task, id: name }))
    const isOpen = planned.slice(0, index).some((_, earlier) => knownOf(steps, earlier).status !== 'complete')
    const own = delivers(task)
    const isTrue: Readonly<Record<TaskState, boolean>> = {
      done: status === 'complete',
      delivered: own === true,
      blocked: false,
      invalid: own === false && last.get(task.agent)?.isValid === false,
      ready: !last.has(task.agent) && !isOpen && !others.includes(false),
      waiting: isOpen || others.includes(false),
      unknown: own === undefined || task.dependsOn.includes(id) || others.includes(undefined),
    }
    expect([id, state, isTrue[state]]).toEqual([id, state, true])
  }
}

function progressOfBoard(files: readonly BoardFile[]) {
  const progress = newestProgress(files)
  if (!progress) throw new Error('The board has no plan')
  return progress
}

describe('progressOf()', () => {
  it('makes no false statement about random runs of waves, at any step', () => {
    fc.assert(
      fc.property(run, ({ waves: planned, steps }) => {
        const { root, write } = createProject({})
        const board = boardOf(root)
        write('.workbench/blackboard/plans/planner.json', planOf(planned))
        for (let count = 0; count <= steps.length; count++) {
          const step = steps[count - 1]
          if (step) write(`.workbench/blackboard/w${step.wave + 1}/${step.agent}.json`, artifactOf(step))
          board.refresh()
          const progress = progressOfBoard(board.files)
          expect(progress.waves).toHaveLength(planned.length)
          for (const [index, wave] of progress.waves.entries())
            expectTrue(wave, index, { waves: planned, steps: steps.slice(0, count) })
        }
      }),
      { numRuns: repetitions(200, 400) },
    )
  })

  const planWith = (members: object, agents: readonly string[] = ['builder', 'tester']): object =>
    example('plan.v1', {
      waves: [
        {
          id: 'w1',
          tasks: agents.map((agent, index) => ({ id: `T-${index}`, description: agent, agent })),
          gate: {},
          ...members,
        },
      ],
    })

  function waveOf(files: Readonly<Record<string, unknown>>): WaveProgress & { readonly text: string } {
    const { root } = createProject(
      Object.fromEntries(
        Object.entries(files).map(([path, value]) => [`.workbench/blackboard/${path}.json`, value]),
      ),
    )
    const { files: found } = boardOf(root)
    const progress = progressOfBoard(found)
    const [wave] = progress.waves as [WaveProgress]
    return { ...wave, text: describeWave(wave, progress.waves) }
  }

  it('counts the agents of a wave that have written', () => {
    const wave = waveOf({
      'p/planner': planWith({}),
      'w1/builder': example('risk.v1'),
      'w1/other': example('adr.v1'),
    })
    expect(wave.text).toBe('Wave 1 of 1 (w1), 2 agents: 1 delivered, 0 invalid, 0 blocked, 1 missing')
    expect(describeEnd(wave)).toBe('no handoff yet')
  })

  it('counts an agent once: invalid before blocked, blocked before delivered', () => {
    const agents = ['lead', 'legal', 'builder', 'tester', 'writer']
    const wave = waveOf({
      'p/planner': planWith({}, agents),
      'w1/lead': example('handoff.v1', { wave: 'w1-lead', status: 'blocked' }),
      'w1/legal': example('finding.v1', { producedBy: 'legal' }),
      'w1/legal-notes': example('finding.v1', { producedBy: 'legal', severity: 'urgent' }),
      'w1/builder': example('review.v1', { producedBy: 'builder', verdict: 'block', unknownMember: 1 }),
      'w1/tester': example('review.v1', { producedBy: 'tester', verdict: 'pass' }),
    })
    expect(wave.agents.map(({ delivery }) => delivery)).toEqual([
      ...['blocked', 'invalid', 'invalid', 'delivered', 'missing'],
    ])
    expect(wave.text).toBe('Wave 1 of 1 (w1), 5 agents: 1 delivered, 2 invalid, 1 blocked, 1 missing')
  })

  it('finds the wave and the agent under the names that blackboard_write proposes', () => {
    const wave = waveOf({
      'p/planner': planWith({ id: 'Wave 1' }, ['Security Reviewer', 'plugin:tester']),
      'wave-1/security-reviewer': example('risk.v1'),
      'wave-1/lead': example('handoff.v1', { wave: 'wave-1', status: 'complete' }),
    })
    expect(wave.agents.map(({ delivery }) => delivery)).toEqual(['delivered', 'missing'])
    expect(describeEnd(wave)).toBe('complete, as lead says')
  })

  it('says who waits for whom, as the plan and the handoffs say', () => {
    const task = (id: string, dependsOn: readonly string[]) => ({
      id,
      description: id,
      agent: `a-${id}`,
      dependsOn,
    })
    const tasks = [
      task('T1', []),
      task('T2', ['T1']),
      task('T3', ['T1', 'T2']),
      task('T4', ['T5']),
      task('T5', []),
    ]
    const wave = waveOf({
      'p/planner': planWith({ tasks }),
      'w1/a-T1': example('handoff.v1', {
        ...{
          wave: 'x',
          status: 'blocked',
          blockedBy: ['the schema', { owner: 'legal', title: 'a contract' }, 7, {}],
        },
      }),
      'w1/a-T5': example('risk.v1'),
    })
    expect(describeWaits(wave)).toEqual([
      'a-T2 (T2), a-T3 (T3) wait for a-T1 (T1)',
      'a-T1 waits for the schema',
      'a-T1 waits for a contract',
      'a-T1 waits for 7',
      'a-T3 (T3) waits for a-T2 (T2)',
    ])
  })

  it('takes an artifact that names the agent as its producer', () => {
    const wave = waveOf({
      'p/planner': planWith({}),
      'w1/first-draft': example('risk.v1', { producedBy: 'tester' }),
    })
    expect(wave.agents.map(({ delivery }) => delivery)).toEqual(['missing', 'delivered'])
  })

  it('does not know what an agent did whose wave or name cannot be a file', () => {
    expect(waveOf({ 'p/planner': planWith({ id: 'a/b' }) })).toMatchObject({
      state: 'unknown',
      agents: [{ delivery: 'unknown' }, { delivery: 'unknown' }],
      tasks: [{ state: 'unknown' }, { state: 'unknown' }],
    })
  })

  it('does not choose between handoffs that contradict each other', () => {
    const handoff = (status: string) => example('handoff.v1', { wave: 'w1', status })
    const wave = waveOf({
      'p/planner': planWith({}),
      'w1/lead': handoff('complete'),
      'w2/lead': handoff('blocked'),
    })
    expect(describeEnd(wave)).toBe('handoffs contradict each other: lead, lead')
  })

  it.each([
    [{ reviewVerdict: ['pass'] }, 'block', 'unmet'],
    [{ reviewVerdict: 'pass' }, 'pass', 'met'],
    [{ openFindings: { critical: 0 } }, 'pass', 'unmet'],
    [{ openFindings: { critical: 1 } }, 'pass', 'met'],
    [{ openFindings: { criticals: 1 } }, 'pass', 'unknown'],
    [{ artifacts: ['review.v1', 'risk.v1'] }, 'pass', 'unmet'],
    [{ artifacts: 'review.v1' }, 'pass', 'met'],
    [{ report: 'docs/report.json' }, 'pass', 'unknown'],
    [{ tests: 'green' }, 'pass', 'unknown'],
  ])('compares the gate %j with a review whose verdict is %s: %s', (gate, verdict, state) => {
    const files = { 'p/planner': planWith({ gate }), 'w1/reviewer': example('review.v1', { verdict }) }
    expect(waveOf(files).gate).toMatchObject([{ state }])
  })

  it('does not know whether a gate is met if the wave has no review, or an artifact that is not valid', () => {
    const plan = planWith({ gate: { reviewVerdict: ['pass'] } })
    const review = example('review.v1', { verdict: 'pass' })
    expect(waveOf({ 'p/planner': plan }).gate).toMatchObject([{ state: 'unknown' }])
    expect(waveOf({ 'p/planner': plan, 'w1/a': review, 'w1/b': '{' }).gate).toMatchObject([
      { state: 'unknown' },
    ])
  })
})

describe('currentWaves()', () => {
  it('returns the waves that run, else the first that is not complete', () => {
    const task = (agent: string) => [{ id: agent, description: agent, agent }]
    const plan = example('plan.v1', {
      waves: ['w1', 'w2', 'w3'].map((id) => ({ id, tasks: task(id), gate: {} })),
    })
    const { root, write } = createProject({ '.workbench/blackboard/p/planner.json': plan })
    const board = boardOf(root)
    const current = () => {
      board.refresh()
      return currentWaves(progressOfBoard(board.files)).map(({ id }) => id)
    }
    expect(current()).toEqual(['w1'])
    write('.workbench/blackboard/w1/a.json', example('risk.v1'))
    write('.workbench/blackboard/w3/a.json', example('risk.v1'))
    expect(current()).toEqual(['w3', 'w1'])
    for (const id of ['w1', 'w3'])
      write(`.workbench/blackboard/${id}/lead.json`, example('handoff.v1', { wave: id, status: 'complete' }))
    expect(current()).toEqual(['w2'])
  })

  it('returns complete waves in which an agent has not delivered, if all are complete', () => {
    const task = (agent: string) => ({ id: agent, description: agent, agent })
    const tasks = ['a', 'b'].map(task)
    const handoff = example('handoff.v1', { wave: 'w1', status: 'complete' })
    const currentOf = (files: Readonly<Record<string, unknown>>) => {
      const plan = example('plan.v1', { waves: [{ id: 'w1', tasks, gate: {} }] })
      const { root, write } = createProject({ '.workbench/blackboard/p/planner.json': plan })
      for (const [path, text] of Object.entries(files)) write(`.workbench/blackboard/w1/${path}.json`, text)
      const progress = progressOfBoard(boardOf(root).files)
      return currentWaves(progress).map(
        (wave) => `${describeWave(wave, progress.waves)}; ${describeEnd(wave)}`,
      )
    }
    const valid = example('risk.v1')
    expect(currentOf({ lead: handoff, a: valid, b: valid })).toEqual([])
    expect(currentOf({ lead: handoff, a: '{' })).toEqual([
      'Wave 1 of 1 (w1), 2 agents: 0 delivered, 1 invalid, 0 blocked, 1 missing; complete, as lead says',
    ])
  })
})
