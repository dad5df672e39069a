import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { repository, workbench } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const example = (name: string, members: object): object => ({
  ...(JSON.parse(readFileSync(join(repository, `docs/examples/valid/${name}.v1.json`), 'utf8')) as object),
  ...members,
})

/** A project whose plan has five agents: one has delivered, one is blocked, one has written something invalid. */
function createProject(files: Readonly<Record<string, unknown>> = {}): string {
  const root = temporaryDirectory()
  const agents = ['architect', 'builder', 'tester', 'writer', 'rev\u001biewer']
  const tasks = agents.map((agent, index) => ({
    ...{ id: `T-${index}`, description: agent, agent, dependsOn: index === 0 ? [] : [`T-${index - 1}`] },
  }))
  const all = {
    '.workbench/blackboard/plans/planner.json': example('plan', {
      waves: [{ id: 'w1', tasks, gate: {} }],
    }),
    '.workbench/blackboard/w1/architect.json': example('adr', {}),
    '.workbench/blackboard/w1/builder.json': example('handoff', { wave: 'x', status: 'blocked' }),
    '.workbench/blackboard/w1/draft.json': example('risk', { producedBy: 'tester', probability: 2 }),
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

const WAVE = 'Wave 1 of 1 (w1), 5 agents: 1 delivered, 1 invalid, 1 blocked, 2 missing'

describe('the progress of workbench board', () => {
  it('is the same in the terminal and on the page', async () => {
    const cwd = createProject()
    const { status, stdout } = await workbench(['board'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain(`\n${WAVE}; no handoff yet\n`)
    expect(stdout).toContain('\n  writer (T-3) waits for tester (T-2)\n')
    expect(stdout).toContain('\n  builder waits for SALDO-231\n')
    expect(stdout).toContain(String.raw`rev\u001biewer (T-4) waits for writer (T-3)`)
    await workbench(['board', '--html', 'report.html'], { cwd })
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain(WAVE)
  })

  it('is in the output as JSON', async () => {
    const { stdout } = await workbench(['board', '--format', 'json'], { cwd: createProject() })
    expect(JSON.parse(stdout)).toMatchObject({
      checkout: {},
      plan: {
        path: '.workbench/blackboard/plans/planner.json',
        waves: [
          ...[{ id: 'w1', state: 'running', agents: 5, delivered: 1, invalid: 1, blocked: 1, missing: 2 }],
        ],
      },
      elsewhere: [],
    })
  })

  it('says in JSON who has delivered, what each waits for, and whether the plan is complete', async () => {
    const { stdout } = await workbench(['board', '--format', 'json'], { cwd: createProject() })
    const { complete, plan } = JSON.parse(stdout) as {
      complete: boolean
      plan: { waves: Record<string, unknown>[] }
    }
    expect(complete).toBe(false)
    expect(plan.waves[0]).toMatchObject({
      deliveries: [
        { agent: 'architect', delivery: 'delivered', paths: ['.workbench/blackboard/w1/architect.json'] },
        { agent: 'builder', delivery: 'blocked' },
        { agent: 'tester', delivery: 'invalid' },
        { agent: 'writer', delivery: 'missing', paths: [] },
        { agent: 'rev\u001biewer', delivery: 'missing' },
      ],
      handoffs: [],
      waits: expect.arrayContaining([expect.stringContaining('writer')]) as unknown,
    })
  })

  it('--check exits with 3 until the plan is complete, with 1 as long as an artifact is invalid', async () => {
    const task = { id: 'T-1', description: 'Decide', agent: 'architect' }
    const valid = {
      '.workbench/blackboard/plans/planner.json': example('plan', {
        waves: [{ id: 'w1', tasks: [task], gate: {} }],
      }),
      '.workbench/blackboard/w1/draft.json': example('risk', { producedBy: 'tester' }),
      '.workbench/blackboard/w1/builder.json': example('risk', { producedBy: 'builder' }),
    }
    const check = async (files: object, ...args: string[]) =>
      workbench(['board', '--check', ...args], { cwd: createProject({ ...valid, ...files }) })
    const open = await check({})
    expect(open.status).toBe(3)
    expect(open.stdout).toMatch(/ 0 invalid; the plan is not complete\n$/)
    const json = await check({}, '--format', 'json')
    expect(json.status).toBe(3)
    expect(JSON.parse(json.stdout)).toMatchObject({ valid: true, complete: false })
    const handoff = { wave: 'w1', status: 'complete', blockedBy: [] }
    const ended = { '.workbench/blackboard/w1/lead.json': example('handoff', handoff) }
    const complete = await check(ended)
    expect(complete.status).toBe(0)
    expect(complete.stdout).toMatch(/ 0 invalid\n$/)
    expect((await check({ ...ended, '.workbench/blackboard/w1/draft.json': '{' })).status).toBe(1)
  })

  it('names the checkout, and what another worktree has', async () => {
    const linked = temporaryDirectory()
    const cwd = createProject({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/worktrees/fixes/HEAD': 'ref: refs/heads/fix-1\n',
      '.git/worktrees/fixes/gitdir': `${join(linked, '.git')}\n`,
      '.git/worktrees/fixes/commondir': '../..\n',
    })
    writeFileSync(join(linked, '.git'), `gitdir: ${join(cwd, '.git/worktrees/fixes')}\n`)
    mkdirSync(join(linked, '.workbench/blackboard/w1'), { recursive: true })
    writeFileSync(join(linked, '.workbench/blackboard/w1/writer.json'), JSON.stringify(example('adr', {})))
    const { stdout } = await workbench(['board'], { cwd })
    expect(stdout).toMatch(/\nCheckout: branch main\n/)
    expect(stdout).toMatch(
      /\nIn other worktrees, not on this blackboard:\n {2}writer in w1: branch fix-1, worktree \S+\n$/,
    )
  })
})
