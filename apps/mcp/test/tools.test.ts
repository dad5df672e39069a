import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { formatViolations, openContracts } from '@workbench/contracts'

import { factDraft } from '@workbench/test-support/fact-draft'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import {
  clients,
  connect as connectAny,
  example,
  projectWith,
  repository,
  type Session,
  textOf,
  type CallResult,
  violationKeysOf,
  write,
} from './server.ts'

const broken = example('broken/finding.v1.several-violations.json')
const valid = example('valid/finding.v1.json')

const versionOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** The members of an artifact that the agent sends. */
const membersOf = (text: string): Record<string, unknown> => {
  const { schema: _schema, producedBy: _producedBy, ...rest } = JSON.parse(text) as Record<string, unknown>
  return rest
}

const members = membersOf(valid)

const finding = { schema: 'finding.v1', agent: 'auditor', wave: 'w1', artifact: members }
const risk = { ...finding, schema: 'risk.v1', artifact: membersOf(example('valid/risk.v1.json')) }

const fact = { ...factDraft }

const contracts = openContracts({ directory: join(repository, 'schemas') })

/** Expects a tool error with these violations, as data and as text. */
function expectRejection(result: CallResult, violationKeys: readonly string[]): void {
  expect(result.isError).toBe(true)
  expect(violationKeysOf(result)).toEqual(violationKeys)
  const { violations = [] } = result.structuredContent
  const { kept: _, violations: __, ...others } = result.structuredContent
  expect(others).toEqual({})
  expect(textOf(result)).toMatch(/^The (?:call was rejected|artifact was rejected and kept)\b/)
  expect(textOf(result)).toContain(`:\n${formatViolations(violations)}`)
}

interface RejectedCall {
  readonly name: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** Path and keyword of each violation. */
  readonly violationKeys: readonly string[]
}

/** The violations of a finding without members. */
const missing = ['id', 'severity', 'title', 'summary', 'failureScenario', 'confidence'].map(
  (name) => `/${name} required`,
)

const without = (args: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(args).filter(([member]) => member !== name))

const rejectedCalls: readonly RejectedCall[] = [
  { name: 'no arguments', tool: 'contract_validate', args: {}, violationKeys: ['/artifact required'] },
  {
    name: 'neither artifact nor path',
    tool: 'contract_validate',
    args: { schema: 'finding.v1' },
    violationKeys: ['/artifact required'],
  },
  {
    name: 'both artifact and path',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', artifact: {}, path: 'a.json' },
    violationKeys: ['/artifact required'],
  },
  {
    name: 'an unknown contract',
    tool: 'contract_validate',
    args: { schema: 'findings.v1', artifact: {} },
    violationKeys: ['/schema enum'],
  },
  {
    name: 'a contract that is a path',
    tool: 'contract_validate',
    args: { schema: '../finding.v1', artifact: {} },
    violationKeys: ['/schema enum'],
  },
  {
    name: 'a contract named __proto__',
    tool: 'contract_validate',
    args: { schema: '__proto__', artifact: {} },
    violationKeys: ['/schema enum'],
  },
  {
    name: 'a schema that is not a string',
    tool: 'contract_validate',
    args: { schema: 1, artifact: {} },
    violationKeys: ['/schema type'],
  },
  {
    name: 'an artifact that is not an object',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', artifact: '[]' },
    violationKeys: ['/artifact type'],
  },
  {
    name: 'an unknown argument',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', artifact: {}, file: 'x' },
    violationKeys: ['/file additionalProperties'],
  },
  {
    name: 'a missing file',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', path: 'missing.json' },
    violationKeys: ['/path path'],
  },
  {
    name: 'a folder',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', path: '.git' },
    violationKeys: ['/path path'],
  },
  {
    name: 'a path with NUL',
    tool: 'contract_validate',
    args: { schema: 'finding.v1', path: 'a\0.json' },
    violationKeys: ['/path path'],
  },
  {
    name: 'no arguments',
    tool: 'blackboard_write',
    args: {},
    violationKeys: ['/schema required', '/agent required', '/wave required'],
  },
  {
    name: 'no artifact',
    tool: 'blackboard_write',
    args: without(finding, 'artifact'),
    violationKeys: ['/artifact required'],
  },
  {
    name: 'a wave outside of the working area',
    tool: 'blackboard_write',
    args: { ...finding, wave: '../..' },
    violationKeys: ['/wave pattern'],
  },
  {
    name: 'an agent outside of the wave',
    tool: 'blackboard_write',
    args: { ...finding, agent: 'a/../b' },
    violationKeys: ['/agent pattern'],
  },
  {
    name: 'an agent with two dots',
    tool: 'blackboard_write',
    args: { ...finding, agent: 'a..b' },
    violationKeys: ['/agent pattern'],
  },
  {
    name: 'a wave and an agent named after Windows devices',
    tool: 'blackboard_write',
    args: { ...finding, wave: 'con', agent: 'nul.json' },
    violationKeys: ['/wave pattern', '/agent pattern'],
  },
  {
    name: 'a misspelled argument',
    tool: 'blackboard_write',
    args: { ...finding, replaces: true },
    violationKeys: ['/replaces additionalProperties'],
  },
  {
    name: 'a replace that is not a boolean',
    tool: 'blackboard_write',
    args: { ...finding, replace: 'yes' },
    violationKeys: ['/replace type'],
  },
  {
    name: 'a fact',
    tool: 'blackboard_write',
    args: { ...finding, schema: 'fact.v1' },
    violationKeys: ['/schema const'],
  },
  {
    name: 'an unknown contract',
    tool: 'blackboard_write',
    args: { ...finding, schema: 'findings.v1' },
    violationKeys: ['/schema enum'],
  },
  {
    name: 'an invalid artifact',
    tool: 'blackboard_write',
    args: { ...finding, artifact: { ...without(members, 'failureScenario'), severity: 'blocker', tag: 1 } },
    violationKeys: ['/failureScenario required', '/severity enum', '/tag additionalProperties'],
  },
  {
    name: 'an artifact with a member named __proto__',
    tool: 'blackboard_write',
    args: { ...finding, artifact: JSON.parse('{ "__proto__": 1 }') as object },
    violationKeys: [...missing, '/__proto__ additionalProperties'],
  },
  {
    name: 'no arguments',
    tool: 'memory_write',
    args: {},
    violationKeys: ['agent', 'type', 'scope', 'title', 'body', 'confidence', 'source'].map(
      (name) => `/${name} required`,
    ),
  },
  {
    name: 'an unknown type',
    tool: 'memory_write',
    args: { ...fact, type: 'idea' },
    violationKeys: ['/type enum'],
  },
  {
    name: 'a title of 81 characters',
    tool: 'memory_write',
    args: { ...fact, title: 'x'.repeat(81) },
    violationKeys: ['/title maxLength'],
  },
  {
    name: 'a body of 901 characters',
    tool: 'memory_write',
    args: { ...fact, body: 'x'.repeat(901) },
    violationKeys: ['/body maxLength'],
  },
  {
    name: 'an id',
    tool: 'memory_write',
    args: { ...fact, id: 'fact-0007' },
    violationKeys: ['/id additionalProperties'],
  },
  {
    name: 'a date',
    tool: 'memory_write',
    args: { ...fact, created: '2026-01-01' },
    violationKeys: ['/created additionalProperties'],
  },
  {
    name: 'a tag that is not a string',
    tool: 'memory_write',
    args: { ...fact, tags: ['a', 1] },
    violationKeys: ['/tags/1 type'],
  },
  {
    name: 'supersedes with the id of a missing fact',
    tool: 'memory_write',
    args: { ...fact, supersedes: 'fact-0009' },
    violationKeys: ['/supersedes reference'],
  },
  {
    name: 'supersedes with a path',
    tool: 'memory_write',
    args: { ...fact, supersedes: '../../x' },
    violationKeys: ['/supersedes reference'],
  },
  {
    name: 'links with ids of missing facts',
    tool: 'memory_write',
    args: { ...fact, links: ['fact-0008', 'fact-0009'] },
    violationKeys: ['/links/0 reference', '/links/1 reference'],
  },
  {
    name: 'the id of a missing fact',
    tool: 'memory_read',
    args: { id: 'fact-0009' },
    violationKeys: ['/id reference'],
  },
  { name: 'a path as id', tool: 'memory_read', args: { id: '../x' }, violationKeys: ['/id reference'] },
  { name: 'an unknown type', tool: 'memory_read', args: { type: 'idea' }, violationKeys: ['/type enum'] },
  { name: 'a limit of 0', tool: 'memory_read', args: { limit: 0 }, violationKeys: ['/limit minimum'] },
  { name: 'a limit of 101', tool: 'memory_read', args: { limit: 101 }, violationKeys: ['/limit maximum'] },
  { name: 'a limit of 1.5', tool: 'memory_read', args: { limit: 1.5 }, violationKeys: ['/limit type'] },
  {
    name: 'an unknown argument',
    tool: 'memory_read',
    args: { query: 'x' },
    violationKeys: ['/query additionalProperties'],
  },
]

describe.each(clients)('the server, with client $generation,', ({ era, connect }) => {
  const root = projectWith({ 'broken.json': broken, 'valid.json': valid, 'half.json': broken.slice(0, 100) })
  let session: Session

  beforeAll(async () => {
    session = await connect({ cwd: root })
  })
  afterAll(() => session.close())

  const call = (tool: string, args: Readonly<Record<string, unknown>>) => session.call(tool, args)

  it('uses the protocol version of the client', () => {
    expect(session.era).toBe(era)
  })

  it('lists the tools with a description of every member', async () => {
    const tools = await session.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'blackboard_read',
      'blackboard_write',
      'contract_show',
      'contract_validate',
      'memory_read',
      'memory_write',
    ])
    for (const { name, inputSchema } of tools) {
      expect(undescribed(inputSchema)).toEqual([])
      expect({ name, ...inputSchema }).toMatchObject({ name, type: 'object', additionalProperties: false })
    }
  })

  it('describes when to use each tool and what it rejects', async () => {
    for (const { description } of await session.listTools()) {
      expect(description).toMatch(/Use it|only way to write/)
      expect(description).toMatch(/It rejects/)
    }
  })

  it('gives each member one type, or says what else it accepts, for clients that convert the schemas', async () => {
    for (const { name, inputSchema } of await session.listTools())
      expect([name, ...unportable(inputSchema)]).toEqual([name])
  })

  it('says that memory_write only adds files, and which tools only read', async () => {
    const tools = await session.listTools()
    const hintsOf = (tool: string) => tools.find(({ name }) => name === tool)?.annotations
    expect(hintsOf('memory_write')).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    for (const tool of ['contract_show', 'contract_validate', 'memory_read'])
      expect(hintsOf(tool)).toMatchObject({ readOnlyHint: true })
  })

  it('takes the limits of a fact from its contract', async () => {
    const tools = await session.listTools()
    const { properties } = contracts.get('fact.v1').schema as { properties: Record<string, unknown> }
    const members = tools.find(({ name }) => name === 'memory_write')?.inputSchema['properties']
    expect(members).toMatchObject({
      title: properties['title'],
      body: properties['body'],
      type: properties['type'],
    })
  })

  it('contract_validate accepts a valid artifact', async () => {
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
    ['the path of a truncated artifact', broken.slice(0, 100), { path: 'half.json' }],
  ])(
    'contract_validate returns the violations of the library with line and column for %s',
    async (_what, text, args) => {
      const result = await call('contract_validate', { schema: 'finding.v1', ...args })
      const { violations = [] } = result.structuredContent
      expect(result.isError ?? false).toBe(false)
      expect(result.structuredContent).toEqual({
        ...contracts.get('finding.v1').validateText(text),
        version: versionOf(text),
      })
      expect(violations.every(({ line, column }) => line !== undefined && column !== undefined)).toBe(true)
      expect(textOf(result)).toBe(
        `The artifact failed validation against finding.v1:\n${formatViolations(violations)}`,
      )
    },
  )

  it('contract_validate returns the violations of the library without line and column for an artifact', async () => {
    const artifact = JSON.parse(broken) as object
    const result = await call('contract_validate', { schema: 'finding.v1', artifact })
    const { violations = [] } = result.structuredContent
    expect(result.isError ?? false).toBe(false)
    expect(result.structuredContent).toEqual(contracts.get('finding.v1').validate(artifact))
    expect(violations.every((violation) => !('line' in violation))).toBe(true)
    expect(textOf(result)).toBe(
      `The artifact failed validation against finding.v1:\n${formatViolations(violations)}`,
    )
  })

  it('blackboard_write replaces an artifact of the same contract, and one of another contract only with replace: true', async () => {
    const file = join(root, '.workbench/blackboard/w1/auditor.json')
    const path = file
    const first = await call('blackboard_write', finding)
    const { size } = statSync(file)
    const version = versionOf(readFileSync(file))
    expect(first.isError ?? false).toBe(false)
    expect(first.structuredContent).toEqual({ path, bytes: size, replaced: false, version })
    expect(textOf(first)).toBe(
      `Wrote ${path}, a valid finding.v1 of ${size} bytes. Its version is ${version}.`,
    )
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      schema: 'finding.v1',
      producedBy: 'auditor',
      ...members,
    })

    const again = await call('blackboard_write', finding)
    expect(again.structuredContent).toEqual({ path, bytes: size, replaced: true, version })
    expect(textOf(again)).toBe(
      `Replaced ${path}, a valid finding.v1 of ${size} bytes. Its version is ${version}.`,
    )

    expectRejection(await call('blackboard_write', risk), ['/replace const'])
    expect(statSync(file).size).toBe(size)
    const other = await call('blackboard_write', { ...risk, replace: true })
    expect(other.structuredContent).toEqual({
      path,
      bytes: statSync(file).size,
      replaced: true,
      version: versionOf(readFileSync(file)),
    })
  })

  it('memory_write sets the id and the date of a fact, and accepts supersedes and links', async () => {
    const first = await call('memory_write', fact)
    expect(first.isError ?? false).toBe(false)
    const id = String(first.structuredContent['id'])
    expect(id).toMatch(/^fact-\d{17}$/)
    expect(first.structuredContent).toEqual({ id, path: join(root, `.workbench/memory/${id}.json`) })
    expect(textOf(first)).toBe(`Wrote ${id} to ${join(root, `.workbench/memory/${id}.json`)}.`)
    const change = { supersedes: id, links: [id], tags: ['storage'], expires: null }
    const second = await call('memory_write', { ...fact, ...change })
    const successor = String(second.structuredContent['id'])
    const { agent, ...rest } = fact
    const kept = JSON.parse(readFileSync(join(root, `.workbench/memory/${successor}.json`), 'utf8')) as {
      created: string
    }
    expect(kept).toEqual({
      schema: 'fact.v1',
      producedBy: agent,
      id: successor,
      ...rest,
      ...change,
      created: kept.created,
    })
    expect(kept.created).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(contracts.get('fact.v1').is(kept)).toBe(true)
  })

  it.each(rejectedCalls)('$tool rejects $name and writes nothing', async ({ tool, args, violationKeys }) => {
    const before = listing(root)
    expectRejection(await call(tool, args), violationKeys)
    expect(listing(root)).toEqual(before)
  })

  it('contract_validate lists the known contracts for an unknown one', async () => {
    const result = await call('contract_validate', { schema: 'findings.v1', artifact: {} })
    expect(result.structuredContent.violations).toMatchObject([
      {
        expected: contracts.ids,
        received: 'findings.v1',
        message: expect.stringContaining('did you mean "finding.v1"?') as string,
      },
    ])
  })

  it('blackboard_write names memory_write if it rejects a fact', async () => {
    expect(textOf(await call('blackboard_write', { ...finding, schema: 'fact.v1' }))).toContain(
      'memory_write',
    )
  })
})

describe('the running server', () => {
  const memo = {
    type: 'object',
    required: ['schema', 'producedBy'],
    properties: { schema: { const: 'memo.v1' }, producedBy: { type: 'string' }, text: { type: 'string' } },
    additionalProperties: false,
  }
  const schemas = 'plugins/workbench-core/schemas'
  const file = `${schemas}/memo.v1.schema.json`
  const memoCall = { schema: 'memo.v1', agent: 'scribe', wave: 'w1', artifact: { text: 'x' } }

  it.each(clients)('uses an added contract and rejects a deleted one ($generation)', async ({ connect }) => {
    const root = projectWith({ [`${schemas}/note.v1.schema.json`]: '{}' })
    const session = await connect({ cwd: root })
    const validate = () =>
      session.call('contract_validate', {
        schema: 'memo.v1',
        artifact: { schema: 'memo.v1', producedBy: 'x', text: 1 },
      })
    expectRejection(await validate(), ['/schema enum'])
    expectRejection(await session.call('blackboard_write', memoCall), ['/schema enum'])

    write(join(root, file), JSON.stringify(memo))
    expect(violationKeysOf(await validate())).toEqual(['/text type'])
    expect((await session.call('blackboard_write', memoCall)).structuredContent).toMatchObject({
      replaced: false,
    })

    write(
      join(root, file),
      JSON.stringify({ ...memo, properties: { ...memo.properties, text: { type: 'number' } } }),
    )
    expect(await validate()).toMatchObject({ structuredContent: { valid: true } })

    rmSync(join(root, file))
    expectRejection(await validate(), ['/schema enum'])
    await session.close()
  })

  it.each([
    ['an unsupported keyword', '{ "minLength": 1 }', 'memo.v1.schema.json#/minLength'],
    ['malformed JSON', '{ "type": ', 'memo.v1.schema.json'],
  ])('reports a contract file with %s and uses the others', async (_, text, expected) => {
    const root = projectWith({ [file]: text, [`${schemas}/note.v1.schema.json`]: '{}' })
    const session = await connectAny({ cwd: root })
    for (const [tool, args] of [
      ['contract_validate', { schema: 'memo.v1', artifact: {} }],
      ['blackboard_write', memoCall],
    ] as const) {
      const result = await session.call(tool, args)
      expect(result).toMatchObject({ isError: true, structuredContent: { violations: [] } })
      expect(textOf(result)).toContain('The tool failed: the contract is broken')
      expect(textOf(result)).toContain(expected)
    }
    expect(listing(root).some((name) => name.includes('blackboard/'))).toBe(false)
    expect(await session.call('contract_validate', { schema: 'note.v1', artifact: {} })).toMatchObject({
      structuredContent: { valid: true },
    })
    await session.close()
  })

  it('reports a schema directory that cannot be listed', async () => {
    const session = await connectAny({ cwd: projectWith(), env: { WORKBENCH_SCHEMAS: '/nowhere' } })
    const result = await session.call('contract_validate', { schema: 'finding.v1', artifact: {} })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('The tool failed: Cannot list the contracts in /nowhere')
    await session.close()
  })

  it('rejects a working area that is a link and writes nothing outside', async () => {
    const outside = projectWith()
    const root = projectWith()
    symlinkSync(outside, join(root, '.workbench'))
    const session = await connectAny({ cwd: root })
    for (const [tool, args] of [
      ['blackboard_write', finding],
      ['memory_write', fact],
      ['memory_read', {}],
    ] as const) {
      const result = await session.call(tool, args)
      expect(result.isError).toBe(true)
      expect(textOf(result)).toContain('.workbench is a link or a file, not a folder')
    }
    expect(readdirSync(outside)).toEqual(['.git'])
    await session.close()
  })

  it('uses the project of CLAUDE_PROJECT_DIR if its current directory is in none', async () => {
    const root = projectWith({ 'valid.json': valid })
    const session = await connectAny({ cwd: temporaryFolder(), env: { CLAUDE_PROJECT_DIR: root } })
    expect(
      await session.call('contract_validate', { schema: 'finding.v1', path: 'valid.json' }),
    ).toMatchObject({
      structuredContent: { valid: true },
    })
    await session.call('memory_write', fact)
    expect(readdirSync(join(root, '.workbench/memory'))).toEqual([
      expect.stringMatching(/^fact-\d{17}\.json$/),
    ])
    await session.close()
  })

  it.each(clients)(
    'returns the matching result for each of 40 concurrent calls ($generation)',
    async ({ connect }) => {
      const root = projectWith()
      const session = await connect({ cwd: root })
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          n % 2 === 0
            ? session.call('memory_write', { ...fact, title: `fact ${n}` })
            : session.call('blackboard_write', { ...finding, agent: `agent${n}` }),
        ),
      )
      await session.close()
      const facts = results
        .filter((_, n) => n % 2 === 0)
        .map(({ structuredContent }) => structuredContent['id'])
      expect(new Set(facts).size).toBe(20)
      for (const [n, { structuredContent }] of results.entries()) {
        const kept = JSON.parse(readFileSync(String(structuredContent['path']), 'utf8')) as object
        expect(kept).toMatchObject(n % 2 === 0 ? { title: `fact ${n}` } : { producedBy: `agent${n}` })
      }
    },
  )
})

/** The members of an object schema that have no description. */
function undescribed(schema: Readonly<Record<string, unknown>> | undefined): string[] {
  const properties = Object.entries((schema?.['properties'] ?? {}) as Record<string, Record<string, unknown>>)
  expect(properties).not.toEqual([])
  return properties.filter(([, { description }]) => typeof description !== 'string').map(([name]) => name)
}

/** The subschemas whose type is a list, or that accept every value. */
function unportable(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    type,
    description: _,
    items,
    properties = {},
    ...others
  } = schema as Readonly<Record<string, unknown>>
  const isPortable = typeof type === 'string' || Object.keys(others).join() === 'anyOf'
  return [
    ...(isPortable ? [] : [at]),
    ...unportable(items, `${at}/items`),
    ...Object.entries(properties as object).flatMap(([name, member]) => unportable(member, `${at}/${name}`)),
  ]
}

/** All files but the artifacts that are kept for a patch. */
const listing = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^\.workbench\/tmp(?:\/rejected|$)/.test(path))
    .sort()
