import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { formatViolations, openContracts } from '@workbench/contracts'

import { fact } from './fact.ts'
import {
  clients,
  connect as connectAny,
  example,
  placesOf,
  projectWith,
  repository,
  type Session,
  textOf,
  type ToolAnswer,
  write,
} from './server.ts'

const broken = example('broken/finding.v1.several-violations.json')
const valid = example('valid/finding.v1.json')

/** The members of an artifact that its agent gives. */
const membersOf = (text: string): Record<string, unknown> => {
  const { schema: _schema, producedBy: _producedBy, ...rest } = JSON.parse(text) as Record<string, unknown>
  return rest
}

const members = membersOf(valid)

const finding = { schema: 'finding.v1', agent: 'auditor', wave: 'w1', artifact: members }
const risk = { ...finding, schema: 'risk.v1', artifact: membersOf(example('valid/risk.v1.json')) }

const contracts = openContracts({ directory: join(repository, 'schemas') })

const violationsOf = (verdict: { valid: boolean; violations?: unknown }) =>
  verdict.valid ? [] : verdict.violations

/** What every refusal says: the same as data and as text. */
function expectRefusal(answer: ToolAnswer, places: readonly string[]): void {
  expect(answer.isError).toBe(true)
  expect(placesOf(answer)).toEqual(places)
  const { violations = [] } = answer.structuredContent
  expect(Object.keys(answer.structuredContent)).toEqual(['violations'])
  expect(textOf(answer)).toBe(
    `The call was refused. Mend this and call again:\n${formatViolations(violations)}`,
  )
}

interface Refusal {
  readonly name: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** Path and keyword of each violation. */
  readonly places: readonly string[]
}

/** What is wrong with a finding that has no members. */
const missing = ['id', 'severity', 'title', 'summary', 'failureScenario', 'confidence'].map(
  (name) => `/${name} required`,
)

const without = (args: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(args).filter(([member]) => member !== name))

const refusals: readonly Refusal[] = [
  { name: 'no arguments', tool: 'contract_validate', args: {}, places: ['/schema required'] },
  {
    name: 'neither artifact nor path',
    tool: 'contract_validate',
    args: { schema: 'finding.v1' },
    places: ['/artifact required'],
  },
  {
    name: 'both artifact and path',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', artifact: {}, path: 'a.json' },
    places: ['/artifact required'],
  },
  {
    name: 'a contract that there is not',
    tool: 'contract_validate',
    args: { schema: 'findings.v1', artifact: {} },
    places: ['/schema enum'],
  },
  {
    name: 'a contract that is a path',
    tool: 'contract_validate',
    args: { schema: '../finding.v1', artifact: {} },
    places: ['/schema enum'],
  },
  {
    name: 'a contract named like a member of every object',
    tool: 'contract_validate',
    args: { schema: '__proto__', artifact: {} },
    places: ['/schema enum'],
  },
  {
    name: 'a schema that is no string',
    tool: 'contract_validate',
    args: { schema: 1, artifact: {} },
    places: ['/schema type'],
  },
  {
    name: 'an artifact that is no object',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', artifact: '{}' },
    places: ['/artifact type'],
  },
  {
    name: 'an argument that there is not',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', artifact: {}, file: 'x' },
    places: ['/file additionalProperties'],
  },
  {
    name: 'a file that is not there',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', path: 'missing.json' },
    places: ['/path path'],
  },
  {
    name: 'a folder',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', path: '.git' },
    places: ['/path path'],
  },
  {
    name: 'a path with NUL',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', path: 'a\0.json' },
    places: ['/path path'],
  },
  {
    name: 'no arguments',
    tool: 'blackboard_write',
    args: {},
    places: ['/schema required', '/agent required', '/wave required', '/artifact required'],
  },
  {
    name: 'no artifact',
    tool: 'blackboard_write',
    args: without(finding, 'artifact'),
    places: ['/artifact required'],
  },
  {
    name: 'an artifact as text',
    tool: 'blackboard_write',
    args: { ...finding, artifact: valid },
    places: ['/artifact type'],
  },
  {
    name: 'a wave that leads out',
    tool: 'blackboard_write',
    args: { ...finding, wave: '../..' },
    places: ['/wave pattern'],
  },
  {
    name: 'an agent that leads out',
    tool: 'blackboard_write',
    args: { ...finding, agent: 'a/../b' },
    places: ['/agent pattern'],
  },
  {
    name: 'an agent with two dots',
    tool: 'blackboard_write',
    args: { ...finding, agent: 'a..b' },
    places: ['/agent pattern'],
  },
  {
    name: 'a wave and an agent that are devices',
    tool: 'blackboard_write',
    args: { ...finding, wave: 'con', agent: 'nul.json' },
    places: ['/wave pattern', '/agent pattern'],
  },
  {
    name: 'an argument that is misspelt',
    tool: 'blackboard_write',
    args: { ...finding, replaces: true },
    places: ['/replaces additionalProperties'],
  },
  {
    name: 'a replace that is no boolean',
    tool: 'blackboard_write',
    args: { ...finding, replace: 'yes' },
    places: ['/replace type'],
  },
  {
    name: 'a fact',
    tool: 'blackboard_write',
    args: { ...finding, schema: 'fact.v1' },
    places: ['/schema const'],
  },
  {
    name: 'a contract that there is not',
    tool: 'blackboard_write',
    args: { ...finding, schema: 'findings.v1' },
    places: ['/schema enum'],
  },
  {
    name: 'an artifact that breaks its contract',
    tool: 'blackboard_write',
    args: { ...finding, artifact: { ...without(members, 'failureScenario'), severity: 'blocker', tag: 1 } },
    places: ['/failureScenario required', '/severity enum', '/tag additionalProperties'],
  },
  {
    name: 'an artifact with a member named __proto__',
    tool: 'blackboard_write',
    args: { ...finding, artifact: JSON.parse('{ "__proto__": 1 }') as object },
    places: [...missing, '/__proto__ additionalProperties'],
  },
  {
    name: 'no arguments',
    tool: 'memory_write',
    args: {},
    places: ['agent', 'type', 'scope', 'title', 'body', 'confidence', 'source'].map(
      (name) => `/${name} required`,
    ),
  },
  {
    name: 'a type that there is not',
    tool: 'memory_write',
    args: { ...fact, type: 'idea' },
    places: ['/type enum'],
  },
  {
    name: 'a title of 81 characters',
    tool: 'memory_write',
    args: { ...fact, title: 'x'.repeat(81) },
    places: ['/title maxLength'],
  },
  {
    name: 'a body of 901 characters',
    tool: 'memory_write',
    args: { ...fact, body: 'x'.repeat(901) },
    places: ['/body maxLength'],
  },
  {
    name: 'an id of its own',
    tool: 'memory_write',
    args: { ...fact, id: 'fact-0007' },
    places: ['/id additionalProperties'],
  },
  {
    name: 'a day of its own',
    tool: 'memory_write',
    args: { ...fact, created: '2026-01-01' },
    places: ['/created additionalProperties'],
  },
  {
    name: 'tags that are no strings',
    tool: 'memory_write',
    args: { ...fact, tags: ['a', 1] },
    places: ['/tags/1 type'],
  },
  {
    name: 'supersedes that names no fact',
    tool: 'memory_write',
    args: { ...fact, supersedes: 'fact-0009' },
    places: ['/supersedes reference'],
  },
  {
    name: 'supersedes that leads out',
    tool: 'memory_write',
    args: { ...fact, supersedes: '../../x' },
    places: ['/supersedes reference'],
  },
  {
    name: 'links that name no facts',
    tool: 'memory_write',
    args: { ...fact, links: ['fact-0008', 'fact-0009'] },
    places: ['/links/0 reference', '/links/1 reference'],
  },
]

describe.each(clients)('by the client $generation', ({ era, connect }) => {
  const root = projectWith({ 'broken.json': broken, 'valid.json': valid, 'half.json': broken.slice(0, 100) })
  let session: Session

  beforeAll(async () => {
    session = await connect({ cwd: root })
  })
  afterAll(() => session.close())

  const call = (tool: string, args: Readonly<Record<string, unknown>>) => session.call(tool, args)

  it('speaks the generation of the protocol that was asked for', () => {
    expect(session.era).toBe(era)
  })

  it('lists the three tools, with every member described', async () => {
    const tools = await session.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'blackboard_write',
      'contract_validate',
      'memory_write',
    ])
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(undescribed(inputSchema)).toEqual([])
      expect(undescribed(outputSchema)).toEqual([])
      expect({ name, ...inputSchema }).toMatchObject({ name, type: 'object', additionalProperties: false })
    }
  })

  it('says of each tool when to use it and what it refuses', async () => {
    for (const { description } of await session.listTools()) {
      expect(description).toMatch(/before you hand it on|Use it|only way to write/)
      expect(description).toMatch(/It refuses/)
    }
  })

  it('contract_validate says that a valid artifact is valid', async () => {
    for (const args of [
      { path: 'valid.json' },
      { path: join(root, 'valid.json') },
      { artifact: JSON.parse(valid) as object },
    ]) {
      expect(await call('contract_validate', { schema: 'finding.v1', ...args })).toMatchObject({
        content: [{ type: 'text', text: 'The artifact is a valid finding.v1.' }],
        structuredContent: { valid: true, violations: [] },
      })
    }
  })

  it.each([
    ['a path', broken, { path: 'broken.json' }],
    ['the path of half an artifact', broken.slice(0, 100), { path: 'half.json' }],
  ])(
    'contract_validate gives the violations of the library for %s, with their places',
    async (_what, text, args) => {
      const answer = await call('contract_validate', { schema: 'finding.v1', ...args })
      const { violations = [] } = answer.structuredContent
      expect(answer.isError ?? false).toBe(false)
      expect(answer.structuredContent).toEqual({
        valid: false,
        violations: violationsOf(contracts.get('finding.v1').validateText(text)),
      })
      expect(violations.every(({ line, column }) => line !== undefined && column !== undefined)).toBe(true)
      expect(textOf(answer)).toBe(`The artifact breaks finding.v1:\n${formatViolations(violations)}`)
    },
  )

  it('contract_validate gives the violations of the library for an artifact, without places', async () => {
    const artifact = JSON.parse(broken) as object
    const answer = await call('contract_validate', { schema: 'finding.v1', artifact })
    const { violations = [] } = answer.structuredContent
    expect(answer.isError ?? false).toBe(false)
    expect(answer.structuredContent).toEqual({
      valid: false,
      violations: violationsOf(contracts.get('finding.v1').validate(artifact)),
    })
    expect(violations.every((violation) => !('line' in violation))).toBe(true)
    expect(textOf(answer)).toBe(`The artifact breaks finding.v1:\n${formatViolations(violations)}`)
  })

  it('blackboard_write writes, replaces its own, and asks before it replaces another', async () => {
    const file = join(root, '.workbench/blackboard/w1/auditor.json')
    const path = '.workbench/blackboard/w1/auditor.json'
    const first = await call('blackboard_write', finding)
    const { size } = statSync(file)
    expect(first.isError ?? false).toBe(false)
    expect(first.structuredContent).toEqual({ path, bytes: size, replaced: false })
    expect(textOf(first)).toBe(`Wrote ${path}, a valid finding.v1 of ${size} bytes.`)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      schema: 'finding.v1',
      producedBy: 'auditor',
      ...members,
    })

    const again = await call('blackboard_write', finding)
    expect(again.structuredContent).toEqual({ path, bytes: size, replaced: true })
    expect(textOf(again)).toBe(`Replaced ${path}, a valid finding.v1 of ${size} bytes.`)

    expectRefusal(await call('blackboard_write', risk), ['/replace const'])
    expect(statSync(file).size).toBe(size)
    const other = await call('blackboard_write', { ...risk, replace: true })
    expect(other.structuredContent).toEqual({ path, bytes: statSync(file).size, replaced: true })
  })

  it('memory_write numbers facts, dates them, and takes one that supersedes another', async () => {
    const first = await call('memory_write', fact)
    expect(first.isError ?? false).toBe(false)
    expect(first.structuredContent).toEqual({ id: 'fact-0001', path: '.workbench/memory/fact-0001.json' })
    expect(textOf(first)).toBe('Remembered as fact-0001, in .workbench/memory/fact-0001.json.')
    const change = { supersedes: 'fact-0001', links: ['fact-0001'], tags: ['storage'], expires: null }
    const second = await call('memory_write', { ...fact, ...change })
    expect(second.structuredContent).toMatchObject({ id: 'fact-0002' })
    const { agent, ...rest } = fact
    const kept = JSON.parse(readFileSync(join(root, '.workbench/memory/fact-0002.json'), 'utf8')) as {
      created: string
    }
    expect(kept).toEqual({
      schema: 'fact.v1',
      producedBy: agent,
      id: 'fact-0002',
      ...rest,
      ...change,
      created: kept.created,
    })
    expect(kept.created).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(contracts.get('fact.v1').is(kept)).toBe(true)
  })

  it.each(refusals)('$tool refuses $name, and writes nothing', async ({ tool, args, places }) => {
    const before = listing(root)
    expectRefusal(await call(tool, args), places)
    expect(listing(root)).toEqual(before)
  })

  it('gives the known contracts for one that there is not', async () => {
    const answer = await call('contract_validate', { schema: 'findings.v1', artifact: {} })
    expect(answer.structuredContent.violations).toMatchObject([
      {
        expected: contracts.ids,
        received: 'findings.v1',
        message: expect.stringContaining('did you mean "finding.v1"?') as string,
      },
    ])
  })

  it('gives the way to memory_write for a fact', async () => {
    expect(textOf(await call('blackboard_write', { ...finding, schema: 'fact.v1' }))).toContain(
      'memory_write',
    )
  })
})

describe('a tool, while the server runs,', () => {
  const memo = {
    type: 'object',
    required: ['schema', 'producedBy'],
    properties: { schema: { const: 'memo.v1' }, producedBy: { type: 'string' }, text: { type: 'string' } },
    additionalProperties: false,
  }
  const schemas = 'plugins/workbench-core/schemas'
  const file = `${schemas}/memo.v1.schema.json`
  const memoCall = { schema: 'memo.v1', agent: 'scribe', wave: 'w1', artifact: { text: 'x' } }

  it.each(clients)(
    'knows a contract that is added and none that is taken away ($generation)',
    async ({ connect }) => {
      const root = projectWith({ [`${schemas}/note.v1.schema.json`]: '{}' })
      const session = await connect({ cwd: root })
      const validate = () =>
        session.call('contract_validate', {
          schema: 'memo.v1',
          artifact: { schema: 'memo.v1', producedBy: 'x', text: 1 },
        })
      expectRefusal(await validate(), ['/schema enum'])
      expectRefusal(await session.call('blackboard_write', memoCall), ['/schema enum'])

      write(join(root, file), JSON.stringify(memo))
      expect(placesOf(await validate())).toEqual(['/text type'])
      expect((await session.call('blackboard_write', memoCall)).structuredContent).toMatchObject({
        replaced: false,
      })

      write(
        join(root, file),
        JSON.stringify({ ...memo, properties: { ...memo.properties, text: { type: 'number' } } }),
      )
      expect(await validate()).toMatchObject({ structuredContent: { valid: true } })

      rmSync(join(root, file))
      expectRefusal(await validate(), ['/schema enum'])
      await session.close()
    },
  )

  it.each([
    ['a keyword that is not supported', '{ "minLength": 1 }', 'memo.v1.schema.json#/minLength'],
    ['what is not JSON', '{ "type": ', 'memo.v1.schema.json'],
  ])('tells of a contract file with %s, and goes on with the others', async (_, text, told) => {
    const root = projectWith({ [file]: text, [`${schemas}/note.v1.schema.json`]: '{}' })
    const session = await connectAny({ cwd: root })
    for (const [tool, args] of [
      ['contract_validate', { schema: 'memo.v1', artifact: {} }],
      ['blackboard_write', memoCall],
    ] as const) {
      const answer = await session.call(tool, args)
      expect(answer).toMatchObject({ isError: true, structuredContent: { violations: [] } })
      expect(textOf(answer)).toContain('Could not run: the contract cannot be used')
      expect(textOf(answer)).toContain(told)
    }
    expect(listing(root).some((name) => name.includes('blackboard/'))).toBe(false)
    expect(await session.call('contract_validate', { schema: 'note.v1', artifact: {} })).toMatchObject({
      structuredContent: { valid: true },
    })
    await session.close()
  })

  it('tells of a schema directory that cannot be listed', async () => {
    const session = await connectAny({ cwd: projectWith(), env: { WORKBENCH_SCHEMAS: '/nowhere' } })
    const answer = await session.call('contract_validate', { schema: 'finding.v1', artifact: {} })
    expect(answer.isError).toBe(true)
    expect(textOf(answer)).toContain('Could not run: Cannot list the contracts in /nowhere')
    await session.close()
  })

  it('tells of a link that leads out of the working area, and writes nothing there', async () => {
    const outside = projectWith()
    const root = projectWith()
    symlinkSync(outside, join(root, '.workbench'))
    const session = await connectAny({ cwd: root })
    for (const [tool, args] of [
      ['blackboard_write', finding],
      ['memory_write', fact],
    ] as const) {
      const answer = await session.call(tool, args)
      expect(answer.isError).toBe(true)
      expect(textOf(answer)).toContain('.workbench is a link or a file, not a folder')
    }
    expect(readdirSync(outside)).toEqual(['.git'])
    await session.close()
  })

  it('works for the project of CLAUDE_PROJECT_DIR, wherever the server was started', async () => {
    const root = projectWith({ 'valid.json': valid })
    const session = await connectAny({ cwd: projectWith(), env: { CLAUDE_PROJECT_DIR: root } })
    expect(
      await session.call('contract_validate', { schema: 'finding.v1', path: 'valid.json' }),
    ).toMatchObject({
      structuredContent: { valid: true },
    })
    await session.call('memory_write', fact)
    expect(readdirSync(join(root, '.workbench/memory'))).toEqual(['fact-0001.json'])
    await session.close()
  })

  it.each(clients)(
    'answers calls that come at once, each with its own ($generation)',
    async ({ connect }) => {
      const root = projectWith()
      const session = await connect({ cwd: root })
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          n % 2 === 0
            ? session.call('memory_write', { ...fact, title: `fact ${n}` })
            : session.call('blackboard_write', { ...finding, agent: `agent${n}` }),
        ),
      )
      await session.close()
      const facts = answers
        .filter((_, n) => n % 2 === 0)
        .map(({ structuredContent }) => structuredContent['id'])
      expect(new Set(facts).size).toBe(20)
      for (const [n, { structuredContent }] of answers.entries()) {
        const kept = JSON.parse(readFileSync(join(root, String(structuredContent['path'])), 'utf8')) as object
        expect(kept).toMatchObject(n % 2 === 0 ? { title: `fact ${n}` } : { producedBy: `agent${n}` })
      }
    },
  )
})

/** The members of an object schema, at any depth, that have no description. */
function undescribed(schema: Readonly<Record<string, unknown>> | undefined): string[] {
  const properties = Object.entries((schema?.['properties'] ?? {}) as Record<string, Record<string, unknown>>)
  expect(properties).not.toEqual([])
  return properties.filter(([, { description }]) => typeof description !== 'string').map(([name]) => name)
}

const listing = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
