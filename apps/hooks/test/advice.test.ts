import { projectWith, silence, validFinding, written, forgetWriters } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const risk = (change: object): string =>
  JSON.stringify({
    schema: 'risk.v1',
    producedBy: 'analyst',
    id: 'R-1',
    title: 'Vendor ends support',
    category: 'vendor',
    probability: 0.5,
    impactEur: 100,
    mitigation: 'Keep a second vendor ready',
    owner: 'lead',
    status: 'open',
    ...change,
  })

interface Output {
  readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string }
}

describe('the hook, for a valid artifact that does not follow a rule,', () => {
  it('adds advice to the context of the agent, and does not block', async () => {
    const root = projectWith({ 'risk.json': risk({ exposureEur: 1 }) })
    const { status, stdout, stderr } = await runHook(written('risk.json', { cwd: root }))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect((JSON.parse(stdout) as Output).hookSpecificOutput).toEqual({
      hookEventName: 'PostToolUse',
      additionalContext:
        'workbench: the artifacts are valid; advice on them:\n' +
        'risk.json (risk.v1) /exposureEur: Expected probability × impactEur = 50; received 1',
    })
  })

  it('adds advice on a text of which JSON has lost a backslash', async () => {
    const root = projectWith({ 'risk.json': risk({ mitigation: '\beta' }) })
    const { status, stdout } = await runHook(written('risk.json', { cwd: root }))
    expect(status).toBe(0)
    expect((JSON.parse(stdout) as Output).hookSpecificOutput.additionalContext).toContain(
      String.raw`risk.json (risk.v1) /mitigation: The text has a backspace before "eta"`,
    )
  })

  it('adds advice on a file that a finding cites and the project does not have', async () => {
    const cite = (ref: string) =>
      JSON.stringify({
        ...{ schema: 'finding.v1', producedBy: 'a', id: 'F-1', severity: 'low', confidence: 'high' },
        ...{ title: 'Own title', summary: 'Own summary', failureScenario: 'Own scenario' },
        evidence: [{ kind: 'file', ref }],
      })
    const root = projectWith({
      'src/a.ts': 'one\n',
      'false.json': cite('src/b.ts'),
      'true.json': cite('src/a.ts:1'),
    })
    const { status, stdout } = await runHook(written('false.json', { cwd: root }))
    expect(status).toBe(0)
    expect((JSON.parse(stdout) as Output).hookSpecificOutput.additionalContext).toContain(
      'false.json (finding.v1) /evidence/0/ref: The project has no file "src/b.ts"',
    )
    expect(await runHook(written('true.json', { cwd: root }))).toEqual(silence)
  })

  it('is silent if the artifact follows the rules, or has none', async () => {
    const root = projectWith({
      'risk.json': risk({ exposureEur: 50 }),
      'finding.json': JSON.stringify({
        ...{ schema: 'finding.v1', producedBy: 'a', id: 'F-1', severity: 'low', confidence: 'high' },
        ...{ title: 'Own title', summary: 'Own summary', failureScenario: 'Own scenario' },
      }),
    })
    expect(await runHook(written('risk.json', { cwd: root }))).toEqual(silence)
    expect(await runHook(written('finding.json', { cwd: root }))).toEqual(silence)
  })

  it('gives no advice on an invalid artifact', async () => {
    const root = projectWith({ 'risk.json': risk({ exposureEur: 1, owner: 7 }) })
    const { status, stdout } = await runHook(written('risk.json', { cwd: root }))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it('prints at most 20 lines, in which control characters are escaped', async () => {
    const tasks = Array.from({ length: 30 }, (_, index) => ({
      id: `T-${index}`,
      description: 'd',
      agent: 'a',
      dependsOn: ['\u001b[2J\n'],
    }))
    const plan = { schema: 'plan.v1', producedBy: 'p', goal: 'g', waves: [{ id: 'w', tasks, gate: {} }] }
    const root = projectWith({ 'plan.json': JSON.stringify(plan) })
    const { stdout } = await runHook(written('plan.json', { cwd: root }))
    const lines = (JSON.parse(stdout) as Output).hookSpecificOutput.additionalContext.split('\n')
    expect(lines).toHaveLength(22)
    expect(lines.at(-1)).toBe('… and 10 more')
    expect(lines.join('')).not.toContain('\u001b')
  })
})

describe('the hook, for the deliverables of a handoff,', () => {
  const PATH = '.workbench/blackboard/w1/lead.json'

  function projectWithHandoff(entry: object, files: Readonly<Record<string, string>> = {}): string {
    const handoff = {
      schema: 'handoff.v1',
      producedBy: 'lead',
      wave: 'w1',
      status: 'complete',
      artifacts: [entry],
      summary: 's',
    }
    return projectWith({ [PATH]: JSON.stringify(handoff), ...files })
  }

  const shell = (root: string): string =>
    written('', { cwd: root, tool_name: 'Bash', tool_input: { command: './write-handoff' } })

  it.each<[string, object, RegExp]>([
    [
      'is missing',
      { path: 'report.json', schema: 'finding.v1' },
      /artifacts\/0\/path \(line 1, column \d+\): Deliverable "report\.json" does not exist/,
    ],
    ['is outside of the project', { path: '../x', schema: 'text' }, /"\.\.\/x" is outside of the project/],
    ['is invalid', { path: 'a.json', schema: 'risk.v1' }, /"a\.json" is not a valid risk\.v1/],
  ])('rejects a handoff when it is written if one %s, and not at Stop', async (_, entry, expected) => {
    const root = projectWithHandoff(entry, { 'a.json': validFinding })
    for (const event of [written(PATH, { cwd: root }), shell(root)]) {
      forgetWriters(root)
      const { status, stderr } = await runHook(event)
      expect(stderr).toMatch(expected)
      expect(status).toBe(2)
    }
    const stop = JSON.stringify({ hook_event_name: 'Stop', cwd: root, stop_hook_active: false })
    expect(await runHook(stop)).toEqual(silence)
  })

  it('adds advice if one has another size', async () => {
    const root = projectWithHandoff({ path: 'a.txt', schema: 'text', sizeBytes: 7 }, { 'a.txt': '12345' })
    const { status, stdout } = await runHook(written(PATH, { cwd: root }))
    expect(status).toBe(0)
    expect(stdout).toContain('/artifacts/0/sizeBytes: Deliverable \\"a.txt\\" has 5 bytes; received 7')
  })

  it('accepts a handoff that is written after them', async () => {
    const root = projectWithHandoff({ path: 'a.json', schema: 'finding.v1' }, { 'a.json': validFinding })
    expect(await runHook(written(PATH, { cwd: root }))).toEqual(silence)
    expect(await runHook(shell(root))).toEqual(silence)
  })
})
