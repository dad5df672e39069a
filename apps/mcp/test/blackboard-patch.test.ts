import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'

import { connect, projectWith, type Session, textOf, violationKeysOf } from './server.ts'

const target = { schema: 'finding.v1', agent: 'oracle', wave: 'w1' }
const finding = {
  ...{ id: 'F-1', severity: 'blocker', title: 'Pool without a limit', confidence: 'high' },
  ...{ summary: 'Connections are opened without a bound.', failureScenario: 'long '.repeat(4000) },
}
const patch = [{ op: 'replace', path: '/severity', value: 'high' }]

let root: string
let session: Session

beforeEach(async () => {
  root = projectWith()
  session = await connect({ cwd: root })
})

afterEach(() => session.close())

const call = (args: object, agent = 'oracle') =>
  session.call('blackboard_write', { ...target, agent, ...args })
const written = (agent = 'oracle') => join(root, `.workbench/blackboard/w1/${agent}.json`)

describe('blackboard_write with patch', () => {
  it('completes the artifact that was rejected, which was not delivered before', async () => {
    const first = await call({ artifact: finding })
    expect(first.isError).toBe(true)
    expect(violationKeysOf(first)).toEqual(['/severity enum'])
    expect(textOf(first)).toContain('Call again with patch')
    expect(existsSync(written())).toBe(false)
    expect(textOf(await session.call('blackboard_read', {}))).toBe('Nothing was delivered.')
    expect(JSON.stringify(first).length).toBeLessThan(1000)
    const second = await call({ patch })
    expect(second.isError ?? false).toBe(false)
    expect(JSON.parse(readFileSync(written(), 'utf8'))).toMatchObject({
      ...finding,
      severity: 'high',
      producedBy: 'oracle',
    })
    expect(violationKeysOf(await call({ patch }))).toEqual(['/patch patch'])
  })

  it.each([
    ['a value that is not in a list', { severity: 'High' }],
    ['a number in place of a text', { confidence: 0.9 }],
    ['a member that is missing', { failureScenario: undefined }],
    ['a member that is unknown', { recommendation: 'Set a limit' }],
    ['a wrong value far inside', { evidence: [{ kind: 'screenshot', ref: 'src/a.ts:12' }] }],
  ])('answers with at most 300 tokens for 20 kB with one mistake: %s', async (_, members) => {
    const artifact = { ...finding, severity: 'high', summary: finding.failureScenario, ...members }
    expect(JSON.stringify(artifact).length).toBeGreaterThan(20_000)
    const { content, structuredContent, isError } = await call({ artifact })
    expect(isError).toBe(true)
    for (const part of [JSON.stringify({ content, structuredContent }), JSON.stringify(content)])
      for (const count of [countCl100k, countO200k]) expect(count(part)).toBeLessThanOrEqual(300)
  })

  it('says that nothing has changed if the same artifact is sent again', async () => {
    const first = await call({ artifact: finding })
    const second = await call({ artifact: finding })
    expect(textOf(second)).toContain('Nothing has changed')
    expect(violationKeysOf(second)).toEqual(['/severity enum'])
    expect(JSON.stringify(second).length).toBeLessThan(JSON.stringify(first).length * 0.75)
  })

  it('keeps a patched artifact that is still rejected, for the next patch', async () => {
    await call({ artifact: { ...finding, confidence: 1 } })
    expect(violationKeysOf(await call({ patch }))).toEqual(['/confidence type'])
    const last = await call({ patch: [{ op: 'replace', path: '/confidence', value: 'high' }] })
    expect(last.isError ?? false).toBe(false)
  })

  it.each([
    [[{ op: 'replace', path: '/missing/x', value: 1 }], '/patch/0 patch'],
    [[{ op: 'merge', path: '/severity' }], '/patch/0 patch'],
    [[{ op: 'replace', path: 'severity', value: 1 }], '/patch/0 patch'],
    [[{ op: 'move', path: '/severity' }], '/patch/0 patch'],
    [[{ op: 'replace', path: '', value: 7 }], '/patch patch'],
    [[{ op: 'add', path: '/__proto__/polluted', value: 1 }], '/patch/0 patch'],
    [[...patch, { op: 'remove', path: '/none' }], '/patch/1 patch'],
    [[1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ op: 'copy', from: '', path: `/${n}` })), '/patch/5 patch'],
  ])('rejects %j and keeps the artifact', async (operations, key) => {
    await call({ artifact: finding })
    expect(violationKeysOf(await call({ patch: operations }))).toEqual([key])
    expect((await call({ patch })).isError ?? false).toBe(false)
  })

  it('needs either artifact or patch, and an artifact that was rejected', async () => {
    expect(violationKeysOf(await call({}))).toEqual(['/artifact required'])
    expect(violationKeysOf(await call({ artifact: finding, patch }))).toEqual(['/artifact required'])
    expect(violationKeysOf(await call({ patch }))).toEqual(['/patch patch'])
  })

  it('does not complete the artifact that another session has sent under the same name meanwhile', async () => {
    await call({ artifact: finding })
    const other = await connect({ cwd: root })
    await other.call('blackboard_write', { ...target, artifact: { ...finding, id: 'F-2' } })
    await other.close()
    expect(violationKeysOf(await call({ patch }))).toEqual(['/patch patch'])
  })

  it('does not read a file outside of the project, to which a link leads', async () => {
    const outside = join(projectWith({ 'secret.json': JSON.stringify(finding) }), 'secret.json')
    const folder = join(root, '.workbench/tmp/rejected')
    mkdirSync(folder, { recursive: true })
    symlinkSync(outside, join(folder, 'w1+oracle+finding.v1.json'))
    expect(violationKeysOf(await call({ patch }))).toEqual(['/patch patch'])
    expect(existsSync(written())).toBe(false)
  })

  it('keeps the last 20, where git ignores them', async () => {
    for (let number = 0; number < 23; number++) await call({ artifact: finding }, `agent-${number}`)
    const kept = readdirSync(join(root, '.workbench/tmp/rejected'))
    expect(kept).toHaveLength(20)
    expect((await call({ patch }, 'agent-22')).isError ?? false).toBe(false)
    expect(readFileSync(join(root, '.workbench/.gitignore'), 'utf8')).toContain('/tmp/\n')
  })
})
