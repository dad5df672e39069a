import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'

import { clients, connect, example, projectWith, repository, type Session, textOf, write } from './server.ts'

const contracts = openContracts({ directory: join(repository, 'schemas') })

/** The JSON text in a section of the answer. */
const jsonIn = (text: string, heading: string): unknown =>
  JSON.parse(new RegExp(`^## ${heading}\n\n[^\`]*\`\`\`json\n(.*?)\n\`\`\``, 'ms').exec(text)?.[1] ?? '')

describe.each(clients)('contract_show, with client $generation,', ({ connect: connectWith }) => {
  const root = projectWith()
  let session: Session

  beforeAll(async () => {
    session = await connectWith({ cwd: root })
  })
  afterAll(() => session.close())

  it('lists id and title of every contract', async () => {
    const result = await session.call('contract_show', {})
    const entries = contracts.list().map(({ id, title }) => ({ id, title }))
    expect(result.structuredContent).toEqual({ contracts: entries })
    for (const { id, title } of entries) expect(textOf(result)).toContain(`\n${id}: ${title}`)
  })

  it.each(contracts.ids)('shows %s as data and as text', async (schema) => {
    const { fields, is, title, description } = contracts.get<string>(schema)
    const result = await session.call('contract_show', { schema })
    const { structuredContent: data } = result
    expect(data).toMatchObject({ id: schema, title, description, members: fields })
    expect(is(data['example'])).toBe(true)
    expect(is(data['template'])).toBe(true)
    expect(jsonIn(textOf(result), 'Example')).toEqual(data['example'])
    expect(jsonIn(textOf(result), 'Template')).toEqual(data['template'])
    for (const { path } of fields) expect(textOf(result)).toContain(`\`${path}\``)
  })

  it('rejects an unknown contract with the known ones and a suggestion', async () => {
    const result = await session.call('contract_show', { schema: 'plan' })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        violations: [{ path: '/schema', keyword: 'enum', expected: contracts.ids, suggestion: 'plan.v1' }],
      },
    })
    expect(textOf(result)).toContain('did you mean "plan.v1"?')
    for (const id of contracts.ids) expect(textOf(result)).toContain(id)
  })
})

describe('contract_show', () => {
  /** Starts the server in a project whose schema directory contains these files. */
  async function withContracts<T>(
    files: Readonly<Record<string, unknown>>,
    use: (session: Session) => Promise<T>,
  ): Promise<T> {
    const root = projectWith()
    const directory = join(root, 'contracts', 'schemas')
    mkdirSync(directory, { recursive: true })
    for (const [id, schema] of Object.entries(files))
      write(
        join(directory, `${id}.schema.json`),
        typeof schema === 'string' ? schema : JSON.stringify(schema),
      )
    const session = await connect({ cwd: root, env: { WORKBENCH_SCHEMAS: directory } })
    try {
      return await use(session)
    } finally {
      await session.close()
    }
  }

  it('returns what a new agent needs to write a plan: one call, then a valid artifact', async () => {
    const session = await connect({ cwd: projectWith() })
    const { structuredContent: data } = await session.call('contract_show', { schema: 'plan.v1' })
    const { schema, producedBy: _, ...artifact } = data['template'] as Record<string, unknown>
    const written = await session.call('blackboard_write', { schema, agent: 'planner', wave: 'w1', artifact })
    expect(written.structuredContent).toMatchObject({
      path: expect.stringMatching(/^\/.*\/\.workbench\/blackboard\/w1\/planner\.json$/) as string,
    })
    await session.close()
  })

  it('returns the same example as the command', async () => {
    const session = await connect({ cwd: projectWith() })
    const { structuredContent: data } = await session.call('contract_show', { schema: 'plan.v1' })
    expect(data['example']).toEqual(JSON.parse(example('valid/plan.v1.json')))
    await session.close()
  })

  it('says that there is no template if none can be made from the schema', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `member-${n}`)
    const schema = { type: 'object', required: names, properties: { schema: { const: 'note.v1' } } }
    const result = await withContracts({ 'note.v1': schema }, (session) =>
      session.call('contract_show', { schema: 'note.v1' }),
    )
    expect(Object.keys(result.structuredContent)).toEqual(['id', 'members'])
    expect(textOf(result)).toContain('None: no small artifact could be made from the schema.')
  })

  it('lists the problems of a contract that cannot be used, and rejects a request for it', async () => {
    const { list, shown } = await withContracts({ 'note.v1': '{' }, async (session) => ({
      list: await session.call('contract_show', {}),
      shown: await session.call('contract_show', { schema: 'note.v1' }),
    }))
    expect(list.structuredContent['contracts']).toEqual(
      [
        ...contracts.list().map(({ id, title }) => ({ id, title })),
        { id: 'note.v1', problems: [expect.stringContaining('note.v1.schema.json')] },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(textOf(list)).toContain('note.v1: cannot be used, note.v1.schema.json')
    expect(shown.isError).toBe(true)
    expect(textOf(shown)).toContain('the contract is broken: note.v1.schema.json')
  })

  it.each([
    [
      'many members',
      Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`m${n}`, { type: 'string' }])),
    ],
    ['long descriptions', { a: { description: '\u001b"ä€'.repeat(90_000) }, b: { type: 'string' } }],
  ])('limits the answer for a contract with %s to 256 kB, and counts the rest', async (_, properties) => {
    const schema = { type: 'object', title: 'Large', properties }
    const result = await withContracts({ 'large.v1': schema }, (session) =>
      session.call('contract_show', { schema: 'large.v1' }),
    )
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(256_000)
    const { members, more } = result.structuredContent as { members: unknown[]; more: number }
    expect(result.structuredContent).toMatchObject({ id: 'large.v1', title: 'Large', truncated: true })
    expect(members.length + more).toBe(Object.keys(properties).length)
  })

  it('limits the answer for many contracts to 256 kB, and counts the rest', async () => {
    const title = 'A title. '.repeat(100)
    const ids = Array.from({ length: 600 }, (_, n) => `note-${n}.v1`)
    const result = await withContracts(
      Object.fromEntries(ids.map((id) => [id, { type: 'object', title }])),
      (session) => session.call('contract_show', {}),
    )
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(256_000)
    const { contracts: listed, more } = result.structuredContent as { contracts: unknown[]; more: number }
    expect(listed.length + more).toBe(ids.length + contracts.ids.length)
  })
})
