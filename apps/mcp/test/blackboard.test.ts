import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { connect, example, projectWith, type Session, textOf, violationKeysOf, write } from './server.ts'

const { schema, producedBy, ...members } = JSON.parse(example('valid/finding.v1.json')) as Record<
  string,
  unknown
>
const finding = { schema: String(schema), agent: 'oracle', wave: 'w1', artifact: members }
const fact = {
  ...{
    agent: 'curator',
    type: 'decision',
    scope: 's',
    title: 't',
    body: 'b',
    confidence: 'high',
    source: 's',
  },
}

let root: string
let session: Session

beforeEach(async () => {
  root = projectWith()
  session = await connect({ cwd: root })
})

afterEach(() => session.close())

describe('a tool accepts an argument that is sent as JSON text:', () => {
  it.each([
    ['artifact', 'blackboard_write', { ...finding, artifact: JSON.stringify(members) }],
    ['replace', 'blackboard_write', { ...finding, replace: 'true' }],
    ['tags', 'memory_write', { ...fact, tags: '["a","b"]' }],
    ['limit', 'memory_read', { limit: '5' }],
  ])('%s', async (_, tool, args) => {
    expect((await session.call(tool, args)).isError ?? false).toBe(false)
  })

  it.each([
    ['a text of two values', { ...finding, artifact: `${JSON.stringify(members)} {}` }],
    ['a text of another type', { ...finding, artifact: '[]' }],
    ['a text that is not JSON', { ...finding, artifact: 'members' }],
    [
      'a text in which a member has two values',
      { ...finding, artifact: `{"id":"F-0",${JSON.stringify(members).slice(1)}` },
    ],
    ['the text of a text', { ...finding, artifact: JSON.stringify(JSON.stringify(members)) }],
  ])('but not %s', async (_, args) => {
    expect(violationKeysOf(await session.call('blackboard_write', args))).toEqual(['/artifact type'])
  })
})

describe('the violation of an argument says what to send:', () => {
  it.each([
    ['blackboard_write', { ...finding, agent: 'Security Reviewer' }, 'send "security-reviewer"'],
    ['blackboard_write', { ...finding, wave: 'Wave 1: Audit' }, 'send "wave-1-audit"'],
    ['blackboard_write', { ...finding, agent: 'plugin:Prüfer/2' }, 'send "plugin-prufer-2"'],
    ['blackboard_write', { ...finding, agent: 'con' }, 'send "x-con"'],
    ['blackboard_write', { ...finding, artifact: 'members' }, 'send the object itself, not its text'],
    ['blackboard_write', { ...finding, replace: 'True' }, 'send true or false without quotes'],
    ['blackboard_read', { agent: 'Security Reviewer' }, 'send "security-reviewer"'],
    ['blackboard_write', { ...finding, expected: 'null' }, 'send null without quotes'],
    ['blackboard_write', { ...finding, expected: '' }, 'send null without quotes'],
    ['blackboard_write', { ...finding, replace: null }, 'omit replace if you have no value for it'],
    ['memory_write', { ...fact, supersedes: '' }, 'omit supersedes, or send null without quotes'],
    ['memory_write', { ...fact, supersedes: 'null' }, 'omit supersedes, or send null without quotes'],
    ['memory_write', { ...fact, expires: '', tags: null }, 'omit expires, or send null without quotes'],
    ['memory_write', { ...fact, expires: '', tags: null }, 'omit tags if you have no value for it'],
    ['memory_read', { type: null }, 'omit type if you have no value for it'],
    ['memory_read', { id: '' }, 'omit id if you have no value for it'],
    ['memory_read', { tag: '' }, 'omit tag if you have no value for it'],
    ['contract_validate', { path: '', artifact: {} }, 'omit path if you have no value for it'],
    ['contract_show', { schema: '' }, 'omit schema if you have no value for it'],
  ])('%s with %j', async (tool, args, hint) => {
    const result = await session.call(tool, args)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain(hint)
  })
})

describe('contract_validate', () => {
  it('takes the contract from the artifact in a file', async () => {
    write(join(root, 'a.json'), example('valid/finding.v1.json'))
    const valid = await session.call('contract_validate', { path: 'a.json' })
    expect(valid.structuredContent).toMatchObject({ valid: true, violations: [] })
    write(join(root, 'b.json'), '{}')
    const broken = await session.call('contract_validate', { path: 'b.json' })
    expect(broken.structuredContent).toMatchObject({ valid: false })
    expect(violationKeysOf(broken)).toEqual(['/schema required'])
  })

  it('takes the contract from the artifact', async () => {
    const artifact = { schema, producedBy, ...members }
    expect(await session.call('contract_validate', { artifact })).toMatchObject({
      structuredContent: { valid: true },
    })
    expect(violationKeysOf(await session.call('contract_validate', { artifact: {} }))).toEqual([
      '/schema required',
    ])
  })
})

describe('blackboard_write', () => {
  it('replaces the artifact of another session only with replace: true, and proposes a free name', async () => {
    await session.call('blackboard_write', finding)
    const other = await connect({ cwd: root })
    try {
      const rejected = await other.call('blackboard_write', finding)
      expect(rejected.isError).toBe(true)
      expect(textOf(rejected)).toContain('as the agent "oracle-2"')
      const second = await other.call('blackboard_write', { ...finding, agent: 'oracle-2' })
      expect(second.structuredContent).toMatchObject({ replaced: false })
      expect(textOf(await other.call('blackboard_write', finding))).toContain('"oracle-3"')
      const artifact = { ...members, id: 'F-2' }
      const replaced = await other.call('blackboard_write', { ...finding, artifact, replace: true })
      expect(replaced.structuredContent).toMatchObject({ replaced: true })
      expect((await other.call('blackboard_write', { ...finding, artifact })).isError ?? false).toBe(false)
    } finally {
      await other.close()
    }
    const { isError } = await session.call('blackboard_write', finding)
    expect(isError).toBe(true)
  })

  /** Writes a finding; if it is rejected, under the name that the answer proposes, until it is accepted. */
  async function writeAsProposed({ call }: Session, id: string, agent = 'oracle'): Promise<string> {
    const result = await call('blackboard_write', { ...finding, agent, artifact: { ...members, id } })
    if (result.isError !== true) return `${agent}.json`
    const [, proposal = ''] = /Write yours as the agent "(.+?)"/.exec(textOf(result)) ?? []
    return writeAsProposed({ call } as Session, id, proposal)
  }

  it.each([
    ['five sessions', () => Promise.all(Array.from({ length: 5 }, () => connect({ cwd: root })))],
    ['one session', () => Promise.resolve(Array.from({ length: 5 }, () => session))],
  ])('keeps the findings of five parallel agents of one name in %s', async (_, open) => {
    const sessions = await open()
    const ids = sessions.map((__, index) => `F-${index}`)
    const names = await Promise.all(sessions.map((each, index) => writeAsProposed(each, `F-${index}`)))
    await Promise.all(sessions.map((each) => each.close()))
    expect(new Set(names).size).toBe(5)
    const written = names.map((name) => readFileSync(join(root, '.workbench/blackboard/w1', name), 'utf8'))
    expect(written.map((text) => (JSON.parse(text) as { id: string }).id)).toEqual(ids)
  })

  it('replaces an artifact of the same session and id, and one with another id only with replace: true', async () => {
    await session.call('blackboard_write', finding)
    const changed = { ...members, title: 'Another title' }
    const same = await session.call('blackboard_write', { ...finding, artifact: changed })
    expect(same.structuredContent).toMatchObject({ replaced: true })
    const artifact = { ...members, id: 'F-99' }
    const other = await session.call('blackboard_write', { ...finding, artifact })
    expect(violationKeysOf(other)).toEqual(['/replace const'])
    expect(textOf(other)).toContain(`has the id "${String(members['id'])}"`)
    const replaced = await session.call('blackboard_write', { ...finding, artifact, replace: 'true' })
    expect(replaced.structuredContent).toMatchObject({ replaced: true })
  })

  it.each([
    ['review.v1', { dimension: 'performance' }, 'has the dimension "correctness"'],
    ['adr.v1', { number: 99 }, 'has the number "'],
    ['tracker-item.v1', { sourceId: 'SALDO-999' }, 'has the sourceId "'],
  ])('keeps another %s of the same session', async (contract, changed, reason) => {
    const {
      schema: _,
      producedBy: __,
      ...artifact
    } = JSON.parse(example(`valid/${contract}.json`)) as Record<string, unknown>
    const request = { schema: contract, agent: 'oracle', wave: 'w1', artifact }
    for (const replaced of [false, true])
      expect((await session.call('blackboard_write', request)).structuredContent).toMatchObject({ replaced })
    const other = await session.call('blackboard_write', {
      ...request,
      artifact: { ...artifact, ...changed },
    })
    expect(textOf(other)).toContain(reason)
  })
})

describe('blackboard_read', () => {
  beforeEach(async () => {
    for (const [wave, agent] of [
      ['w1', 'oracle'],
      ['w1', 'auditor'],
      ['w2', 'oracle'],
    ])
      await session.call('blackboard_write', { ...finding, wave, agent })
    write(join(root, '.workbench/blackboard/w2/planner.json'), '{}')
  })

  it('lists what was delivered, without the members', async () => {
    const all = await session.call('blackboard_read', {})
    expect(all.structuredContent['artifacts']).toHaveLength(4)
    const inWave = await session.call('blackboard_read', { wave: 'w2' })
    expect(inWave.structuredContent['artifacts']).toEqual([
      expect.objectContaining({ wave: 'w2', agent: 'planner', valid: false, schema: null }) as unknown,
      expect.objectContaining({ wave: 'w2', agent: 'oracle', valid: true, schema }) as unknown,
    ])
    expect(JSON.stringify(inWave)).not.toContain(String(members['title']))
  })

  it('returns the artifact of an agent', async () => {
    const { structuredContent } = await session.call('blackboard_read', { wave: 'w1', agent: 'auditor' })
    expect(structuredContent['artifacts']).toMatchObject([
      { artifact: { ...members, producedBy: 'auditor' } },
    ])
  })

  it('counts what exceeds the limit', async () => {
    const { structuredContent } = await session.call('blackboard_read', { limit: 1 })
    expect(structuredContent).toMatchObject({ truncated: true, more: 3 })
  })

  it.each([
    [{ wave: 'w9' }, 'delivered by: w1, w2'],
    [{ wave: 'w1', agent: 'planner' }, 'delivered by: auditor, oracle'],
  ])('rejects %j, and lists what there is', async (args, expected) => {
    const result = await session.call('blackboard_read', args)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain(expected)
  })
})
