import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { repository, workbench } from './run-workbench.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const example = (name: string) => join(repository, 'docs', 'examples', name)

/** Creates a project with three artifacts on its blackboard and four facts, one of them superseded and one invalid. */
function project(): string {
  const root = temporaryDirectory()
  const area = join(root, '.workbench')
  for (const folder of ['blackboard/w1', 'blackboard/w2', 'memory'])
    mkdirSync(join(area, folder), { recursive: true })
  cpSync(example('valid/plan.v1.json'), join(area, 'blackboard/w1/planner.json'))
  cpSync(example('broken/finding.v1.several-violations.json'), join(area, 'blackboard/w2/auditor.json'))
  writeFileSync(join(area, 'blackboard/w2/scribe.json'), '{ "schema": "memo.v9" }')
  const fact = JSON.parse(readFileSync(example('valid/fact.v1.json'), 'utf8')) as Record<string, unknown>
  const write = (id: string, members: object) => {
    writeFileSync(
      join(area, 'memory', `${id}.json`),
      JSON.stringify({ ...fact, id, supersedes: null, ...members }),
    )
  }
  write('fact-0001', { title: 'Settles at noon' })
  write('fact-0002', { title: 'Settles at six', supersedes: 'fact-0001' })
  write('fact-0003', { title: 'Held until spring', expires: '2020-03-01' })
  writeFileSync(join(area, 'memory', 'fact-0004.json'), '{')
  return root
}

interface Board {
  root: string
  artifacts: {
    wave: string
    agent: string
    schema?: string
    valid: boolean
    bytes: number
    violations: { path: string }[]
  }[]
}

describe('workbench board', () => {
  it('prints wave, agent, contract, state, age and size of each artifact', async () => {
    const root = project()
    const threeHoursAgo = Date.now() / 1000 - 3 * 3600
    utimesSync(join(root, '.workbench/blackboard/w1/planner.json'), threeHoursAgo, threeHoursAgo)
    const { status, stdout, stderr } = await workbench(['board'], { cwd: root })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^w1 +planner +plan\.v1 +valid +3 h +\d\.\d kB$/m)
    expect(stdout).toMatch(/^w2 +auditor +finding\.v1 +\/confidence type and 6 more +\d+ s +1\.2 kB$/m)
    expect(stdout).toMatch(/^w2 +scribe +\/schema enum +\d+ s +23 B$/m)
    expect(stdout).toContain('3 artifacts in 2 waves, 2 invalid')
  })

  it('prints the artifacts with all violations as JSON', async () => {
    const root = project()
    const { stdout } = await workbench(['board', '--format', 'json'], { cwd: join(root, '.workbench') })
    const board = JSON.parse(stdout) as Board
    expect(board.root).toBe(root)
    expect(board.artifacts.map(({ wave, agent, schema, valid }) => ({ wave, agent, schema, valid }))).toEqual(
      [
        { wave: 'w1', agent: 'planner', schema: 'plan.v1', valid: true },
        { wave: 'w2', agent: 'auditor', schema: 'finding.v1', valid: false },
        { wave: 'w2', agent: 'scribe', schema: undefined, valid: false },
      ],
    )
    expect(board.artifacts[1]?.violations).toHaveLength(7)
  })

  it('prints that an empty blackboard is empty', async () => {
    const cwd = temporaryDirectory()
    const { status, stdout } = await workbench(['board'], { cwd })
    expect({ status, stdout }).toEqual({ status: 0, stdout: `The blackboard of ${cwd} is empty\n` })
  })
})

describe('workbench facts', () => {
  it('lists current, expired and invalid facts, but not superseded ones', async () => {
    const { status, stdout } = await workbench(['facts'], { cwd: project() })
    expect(status).toBe(0)
    expect(stdout).not.toContain('fact-0001')
    expect(stdout).toMatch(/^fact-0002 +domain +\S+ +current +Settles at six$/m)
    expect(stdout).toMatch(/^fact-0003 +domain +\S+ +expired 2020-03-01 +Held until spring$/m)
    expect(stdout).toMatch(/^fact-0004 +invalid /m)
    expect(stdout).toContain('3 current facts, 1 superseded; list them with --all')
  })

  it('--all lists superseded facts too', async () => {
    const { stdout } = await workbench(['facts', '--all'], { cwd: project() })
    expect(stdout).toMatch(/^fact-0001 +domain +\S+ +superseded by fact-0002 +Settles at noon$/m)
  })

  it('prints facts as JSON', async () => {
    const { stdout } = await workbench(['facts', '--all', '--format', 'json'], { cwd: project() })
    const { facts } = JSON.parse(stdout) as {
      facts: { id: string; supersededBy: string[]; fact?: { title: string } }[]
    }
    expect(facts.map(({ id, supersededBy, fact }) => [id, supersededBy, fact?.title])).toEqual([
      ['fact-0001', ['fact-0002'], 'Settles at noon'],
      ['fact-0002', [], 'Settles at six'],
      ['fact-0003', [], 'Held until spring'],
      ['fact-0004', [], undefined],
    ])
  })
})
