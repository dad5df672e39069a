import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { openArea, writeFact } from '@workbench/workspace'

import { repository, workbench } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

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

/** Creates a project with one fact. */
function projectWithFact(members: object): string {
  const root = temporaryDirectory()
  const memory = join(root, '.workbench/memory')
  mkdirSync(memory, { recursive: true })
  const fact = JSON.parse(readFileSync(example('valid/fact.v1.json'), 'utf8')) as object
  const text = JSON.stringify({ ...fact, id: 'fact-0001', supersedes: null, expires: null, ...members })
  writeFileSync(join(memory, 'fact-0001.json'), text)
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

  it('--check prints the violations of invalid artifacts, and exits with 1', async () => {
    const root = project()
    const { status, stdout, stderr } = await workbench(['board', '--check'], { cwd: root })
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toMatch(
      /^\.workbench\/blackboard\/w2\/auditor\.json \(finding\.v1\):\n( {2}\/\S+ \(line \d+, column \d+\): .*\n){7}\n/,
    )
    expect(stdout).toMatch(/\n3 artifacts checked, 2 invalid; the plan is not complete\n$/)
    const json = await workbench(['board', '--check', '--format', 'json'], { cwd: root })
    expect(json.status).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      root,
      valid: false,
      checked: 3,
      invalid: [{ agent: 'auditor' }, { agent: 'scribe' }],
    })
  })

  it('--check exits with 0 if all artifacts are valid', async () => {
    const { status, stdout } = await workbench(['board', '--check'], { cwd: temporaryDirectory() })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0 artifacts checked, 0 invalid\n' })
  })

  it('prints that all artifacts are valid, and the reason for one that cannot be read', async () => {
    const root = temporaryDirectory()
    const wave = join(root, '.workbench/blackboard/w1')
    mkdirSync(wave, { recursive: true })
    cpSync(example('valid/plan.v1.json'), join(wave, 'planner.json'))
    const valid = await workbench(['board'], { cwd: root })
    expect(valid.stdout).toContain('\n1 artifact in 1 wave, all valid\n')
    mkdirSync(join(wave, 'auditor.json'))
    const unreadable = await workbench(['board'], { cwd: root })
    expect(unreadable.stdout).toMatch(/^w1 +auditor +it could not be validated: it is a/m)
  })

  it.each([['board'], ['board', '--html', 'board.html'], ['facts']])(
    '%s %s exits with 2 if its folder is a link, and prints nothing of its target',
    async (...command) => {
      const cwd = temporaryDirectory()
      const target = project()
      mkdirSync(join(cwd, '.workbench'))
      for (const folder of ['blackboard', 'memory'])
        symlinkSync(join(target, '.workbench', folder), join(cwd, '.workbench', folder))
      const { status, stdout, stderr } = await workbench(command, { cwd })
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(
        /^workbench: \.workbench\/(blackboard|memory) is a link or a file, not a folder; delete it/,
      )
    },
  )

  it.each([
    ['blackboard of the working area', ['.workbench', 'blackboard']],
    ['working area', ['.workbench']],
  ])('exits with 2 if the %s is a link out of the project', async (_, path) => {
    const cwd = temporaryDirectory()
    mkdirSync(dirname(join(cwd, ...path)), { recursive: true })
    symlinkSync(join(project(), ...path), join(cwd, ...path))
    const { status, stdout, stderr } = await workbench(['board'], { cwd })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/ is a link or a file, not a folder; delete it/)
  })

  it('lists a wave that is a link as invalid, and nothing of its target', async () => {
    const cwd = temporaryDirectory()
    mkdirSync(join(cwd, '.workbench/blackboard'), { recursive: true })
    symlinkSync(join(project(), '.workbench/blackboard/w2'), join(cwd, '.workbench/blackboard/w9'))
    const { status, stdout } = await workbench(['board', '--check'], { cwd })
    expect(status).toBe(1)
    expect(stdout).toMatch(/^\.workbench\/blackboard\/w9: it is a link to a folder[^]*1 invalid\n$/)
    expect(stdout).not.toContain('auditor')
  })

  it('lists the artifacts of a folder that is named, also through a link', async () => {
    const cwd = temporaryDirectory()
    symlinkSync(join(project(), '.workbench/blackboard'), join(cwd, 'waves'))
    const { status, stdout } = await workbench(['board', 'waves'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain('3 artifacts in 2 waves, 2 invalid')
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
    expect(stdout).toMatch(/^fact-0004 +invalid +Expected a member name/m)
    expect(stdout).toContain('1 current fact, 1 expired, 1 invalid, 1 superseded; list them with --all')
  })

  it('prints that an empty memory is empty', async () => {
    const cwd = temporaryDirectory()
    const { status, stdout } = await workbench(['facts'], { cwd })
    expect({ status, stdout }).toEqual({ status: 0, stdout: `The memory of ${cwd} is empty\n` })
  })

  it('prints a fact as expired from the day after its last day', async () => {
    const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const [yesterday, today] = [dayFromNow(-1), dayFromNow(0)]
    const [expired, current] = await Promise.all(
      [yesterday, today].map((expires) => workbench(['facts'], { cwd: projectWithFact({ expires }) })),
    )
    expect(expired?.stdout).toMatch(new RegExp(`^fact-0001 +domain +\\S+ +expired ${yesterday} `, 'm'))
    expect(current?.stdout).toMatch(/^fact-0001 +domain +\S+ +current /m)
  })

  it.each(['soon', '2026-02-30', '31.12.2020', '2020-12-31T'])(
    'reports that %j in expires is no date, and lists the fact as current',
    async (expires) => {
      const { stdout } = await workbench(['facts'], { cwd: projectWithFact({ expires }) })
      expect(stdout).toContain(` current; expires is no date: ${expires} `)
    },
  )

  it('does not mention --all if no fact is superseded', async () => {
    const { stdout } = await workbench(['facts'], { cwd: projectWithFact({}) })
    expect(stdout).toMatch(/\n1 current fact, 0 superseded\n$/)
  })

  it('prints the first violation of an invalid fact', async () => {
    const { stdout } = await workbench(['facts'], { cwd: projectWithFact({ title: 1 }) })
    expect(stdout).toMatch(/^fact-0001 +invalid +\/title Expected a string, .*received the number 1/m)
  })

  it('prints the reason for a fact that cannot be read', async () => {
    const cwd = projectWithFact({})
    mkdirSync(join(cwd, '.workbench/memory/fact-0002.json'))
    const { stdout } = await workbench(['facts'], { cwd })
    expect(stdout).toMatch(/^fact-0002 +invalid +.*it is a directory/m)
  })

  it('--all lists superseded facts too', async () => {
    const { stdout } = await workbench(['facts', '--all'], { cwd: project() })
    expect(stdout).toMatch(/^fact-0001 +domain +\S+ +superseded by fact-0002 +Settles at noon$/m)
    expect(stdout).toMatch(/\n1 current fact, 1 expired, 1 invalid, 1 superseded\n$/)
  })

  it('prints current facts only as JSON without --all', async () => {
    const cwd = project()
    const { stdout } = await workbench(['facts', '--format', 'json'], { cwd })
    const { root, facts } = JSON.parse(stdout) as { root: string; facts: { id: string }[] }
    expect(root).toBe(cwd)
    expect(facts.map(({ id }) => id)).toEqual(['fact-0002', 'fact-0003', 'fact-0004'])
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

describe('workbench facts --check', () => {
  const contracts = openContracts({ directory: join(repository, 'schemas') })

  /** Creates a project with three facts that writeFact() has written. */
  function projectWithWrittenFacts() {
    const root = temporaryDirectory()
    const ids = ['one', 'two', 'three'].map((title) => {
      const members = { type: 'risk', scope: 'x', title, body: 'x', confidence: 'high', source: 'x' } as const
      return writeFact(openArea(root), contracts, { agent: 'curator', ...members }, '2026-01-31').id
    })
    const idOf = (number: number) => ids[number - 1] ?? `fact-000${number}`
    return { root, idOf, fact: (number: number) => join(root, '.workbench/memory', `${idOf(number)}.json`) }
  }

  it('exits with 0 if memory_write has written all facts', async () => {
    const { root } = projectWithWrittenFacts()
    const { status, stdout } = await workbench(['facts', '--check'], { cwd: root })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '3 files checked, 0 invalid\n' })
  })

  it.each([
    [
      'copied',
      (fact: (number: number) => string) => cpSync(fact(1), fact(4)),
      4,
      /it is named fact-0004, but its id is fact-\d{17}/,
    ],
    [
      'renamed',
      (fact: (number: number) => string) => renameSync(fact(3), fact(7)),
      7,
      /it is named fact-0007, but its id is fact-\d{17}/,
    ],
    [
      'changed',
      (fact: (number: number) => string) =>
        writeFileSync(fact(2), readFileSync(fact(2), 'utf8').replace('two', 'too')),
      2,
      /it was changed after memory_write had written it/,
    ],
  ])('exits with 1 and lists a fact that was %s by hand', async (_, change, number, reason) => {
    const { root, fact, idOf } = projectWithWrittenFacts()
    change(fact)
    const { status, stdout } = await workbench(['facts', '--check'], { cwd: root })
    expect(status).toBe(1)
    expect(stdout).toContain(`.workbench/memory/${idOf(number)}.json: `)
    expect(stdout).toMatch(reason)
    expect(stdout).toMatch(/^\d files checked, 1 invalid$/m)
    const list = await workbench(['facts'], { cwd: root })
    expect(list.stdout).toMatch(new RegExp(`^${idOf(number)} +invalid `, 'm'))
    const json = await workbench(['facts', '--check', '--format', 'json'], { cwd: root })
    expect(json.status).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      invalid: [{ path: `.workbench/memory/${idOf(number)}.json`, valid: false }],
    })
  })

  it('exits with 1 for a fact whose file was deleted, until it is withdrawn', async () => {
    const { root, fact, idOf } = projectWithWrittenFacts()
    rmSync(fact(2))
    const { status, stdout } = await workbench(['facts', '--check'], { cwd: root })
    expect(status).toBe(1)
    expect(stdout).toMatch(
      new RegExp(`^\\.workbench/memory/${idOf(2)}\\.json: its file was deleted; restore it, or run: `),
    )
    expect(stdout).toMatch(/\n2 files checked, 0 invalid, 1 deleted\n$/)
    const list = await workbench(['facts'], { cwd: root })
    expect(list.stdout).toMatch(new RegExp(`^${idOf(2)} +deleted `, 'm'))
    await workbench(['facts', 'withdraw', idOf(2), '--reason', 'It was wrong'], { cwd: root })
    expect((await workbench(['facts', '--check'], { cwd: root })).status).toBe(0)
  })

  it('exits with 1 for facts that contradict each other, and names them', async () => {
    const { root, fact, idOf } = projectWithWrittenFacts()
    for (const number of [1, 2]) {
      const members = JSON.parse(readFileSync(fact(number), 'utf8')) as object
      const id = `fact-000${number}`
      const path = join(root, '.workbench/memory', `${id}.json`)
      writeFileSync(path, JSON.stringify({ ...members, id, supersedes: idOf(3) }))
    }
    const { status, stdout } = await workbench(['facts', '--check'], { cwd: root })
    expect(status).toBe(1)
    expect(stdout).toMatch(/^contradiction: fact-0001 and fact-0002 correct the same earlier fact; /)
    expect(stdout).toMatch(/\n5 files checked, 0 invalid, 1 contradiction\n$/)
    const json = await workbench(['facts', '--check', '--format', 'json'], { cwd: root })
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      invalid: [],
      contradictions: [['fact-0001', 'fact-0002']],
    })
    const list = await workbench(['facts'], { cwd: root })
    expect(list.stdout).toMatch(/^fact-0001 .* current; contradicts fact-0002 /m)
  })
})

describe('workbench facts withdraw', () => {
  const withdraw = (cwd: string, ...args: readonly string[]) =>
    workbench(['facts', 'withdraw', ...args], { cwd })

  it('deletes the content, and lists the fact with the reason only with --all', async () => {
    const cwd = projectWithFact({ title: 'swordfish', supersedes: 'fact-0000' })
    const { status, stdout } = await withdraw(cwd, 'fact-0001', '--reason', ' A secret ')
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^Withdrew fact-0001; commit \.workbench\/memory\/fact-0001\.withdrawn-\d{17} in its place\.\nfact-0000, which it superseded, is not told again/,
    )
    expect(readdirSync(join(cwd, '.workbench/memory'))).toHaveLength(1)
    const list = await workbench(['facts'], { cwd })
    expect(list.stdout).toContain('is empty')
    const all = await workbench(['facts', '--all'], { cwd })
    expect(all.stdout).toMatch(/^fact-0001 +withdrawn \d{4}-\d\d-\d\d +A secret$/m)
    expect(all.stdout).toMatch(/\n0 current facts, 1 withdrawn, 0 superseded\n$/)
    const check = await workbench(['facts', '--check'], { cwd })
    expect(check).toMatchObject({ status: 0, stdout: '1 file checked, 0 invalid\n' })
    expect((await withdraw(cwd, 'fact-0001', '--reason', 'x')).stdout).toMatch(
      /^fact-0001 was withdrawn before/,
    )
  })

  it.each([
    [['fact-0001'], /^workbench: Say why in 1 to 900 characters: --reason <text>/],
    [['fact-0001', '--reason', '  '], /^workbench: Say why/],
    [['fact-0001', '--reason', 'x'.repeat(901)], /^workbench: Say why/],
    [['fact-0002', '--reason', 'x'], /^workbench: No fact "fact-0002" in the memory of /],
    [['../x', '--reason', 'x'], /^workbench: No fact "\.\.\/x" in the memory of /],
    [[], /^workbench: Name a fact: workbench facts withdraw <id> --reason <text>/],
  ])('exits with 2 and changes nothing for the arguments %j', async (args, message) => {
    const cwd = projectWithFact({})
    const { status, stdout, stderr } = await withdraw(cwd, ...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(readdirSync(join(cwd, '.workbench/memory'))).toEqual(['fact-0001.json'])
  })
})
