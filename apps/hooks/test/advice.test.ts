import { join } from 'node:path'

import { projectWith, runHook, silence, validFinding, write, written } from './hook.ts'

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

  it('is silent if the artifact follows the rules, or has none', async () => {
    const root = projectWith({ 'risk.json': risk({ exposureEur: 50 }), 'finding.json': validFinding })
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

describe('the hook, when the agent stops,', () => {
  it('rejects a handoff that claims a file that does not exist', async () => {
    const handoff = {
      schema: 'handoff.v1',
      producedBy: 'lead',
      wave: 'w1',
      status: 'complete',
      artifacts: [{ path: 'report.json', schema: 'finding.v1' }],
      summary: 's',
    }
    const root = projectWith({ '.workbench/blackboard/w1/lead.json': JSON.stringify(handoff) })
    expect(await runHook(written('.workbench/blackboard/w1/lead.json', { cwd: root }))).toEqual(silence)
    const stop = JSON.stringify({ hook_event_name: 'Stop', cwd: root, stop_hook_active: false })
    const { status, stderr } = await runHook(stop)
    expect(status).toBe(2)
    expect(stderr).toContain('/artifacts/0/path (line 1, column ')
    expect(stderr).toContain('Deliverable "report.json" does not exist')
    write(join(root, 'report.json'), validFinding)
    expect(await runHook(stop)).toEqual(silence)
  })
})
