import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'

import { factDraft } from '@workbench/test-support/fact-draft'
import { connected, endOf, type Response } from '../raw-client.ts'
import { example, projectWith } from '../server.ts'

/** The maximum length of a response in bytes. */
const MAX_RESPONSE_BYTES = 256_000

/** Set it higher to search for longer. */
const CASES = Number(process.env['WORKBENCH_HOSTILE_CASES'] ?? 300)

interface Violation {
  readonly path: string
  readonly keyword: string
  readonly message: string
}

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: {
    readonly valid?: boolean
    readonly violations?: readonly Violation[]
    readonly truncated?: boolean
    readonly more?: number
    readonly version?: string | null
    readonly [member: string]: unknown
  }
}

let root: string
let client: ReturnType<typeof connected>
let next = 0

beforeAll(async () => {
  root = projectWith()
  client = connected(root)
  await client.ready
})
afterAll(() => endOf(client.server))

/** Sends a call whose arguments are JSON text, and returns the line of the response too. */
async function callRaw(tool: string, args: string): Promise<Response & { line: string; result: Result }> {
  const id = `call-${++next}`
  await client.write(
    `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${args}}}\n`,
  )
  const response = (await client.answerTo(id)) as Response & { result: Result }
  const line =
    client
      .output()
      .split('\n')
      .find((text) => text.includes(`"${id}"`)) ?? ''
  client.forget()
  return { ...response, line }
}

const members = JSON.parse(example('valid/finding.v1.json')) as Record<string, unknown>
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** A review with free-form metrics, as JSON text. */
const review = (metrics: string) =>
  `{"target":"x","dimension":"x","verdict":"pass","findings":[],"summary":"x","metrics":${metrics}}`

const write = (artifact: string, more = '') =>
  callRaw(
    'blackboard_write',
    `{"schema":"review.v1","wave":"w1","agent":"auditor","artifact":${artifact}${more}}`,
  )

const file = () => join(root, '.workbench/blackboard/w1/auditor.json')

describe('blackboard_write', () => {
  it.each([
    ['1e999', '{"n":1e999}', ['/metrics/n precision']],
    ['an integer beyond 2^53', '{"n":[9007199254740993]}', ['/metrics/n/0 precision']],
    [
      'several of them',
      '{"a/b":-1e999,"~":{"c":-12345678901234567890}}',
      ['/metrics/a~1b precision', '/metrics/~0/c precision'],
    ],
    ['more than 512 levels of nesting', `{"n":${'['.repeat(600)}${']'.repeat(600)}}`, [' depth']],
    ['20,000 levels of nesting', `{"n":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, [' depth']],
  ])('rejects %s, and writes nothing', async (_, metrics, expected) => {
    const { result } = await write(review(metrics))
    expect(result.isError).toBe(true)
    expect(result.structuredContent.violations?.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(
      expected,
    )
    expect(existsSync(join(root, '.workbench/blackboard'))).toBe(false)
  })

  it('lists inexact numbers together with the violations of the contract', async () => {
    const { result } = await write(review('{"n":1e999}').replace('"pass"', '"fine"'))
    expect(result.structuredContent.violations?.map(({ path }) => path)).toEqual(['/metrics/n', '/verdict'])
  })

  it('rejects an artifact whose file would have more than 64 MiB, and writes nothing', async () => {
    const numbers = `[${'1,'.repeat(4.9e6)}1]`
    const { result } = await write(review(`{"a":{"b":{"c":{"d":${numbers}}}}}`))
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { violations: [{ path: '', keyword: 'size', expected: 64 * 2 ** 20 }] },
    })
    expect(existsSync(join(root, '.workbench/blackboard'))).toBe(false)
  })

  it('writes every number that it accepts as it was sent', async () => {
    const { result } = await write(review('{"n":[0.1,-9007199254740991,5e-324,1.50]}'))
    expect(result.isError ?? false).toBe(false)
    expect(readFileSync(file(), 'utf8').replaceAll(/\s/g, '')).toContain(
      '"n":[0.1,-9007199254740991,5e-324,1.5]',
    )
  })

  it('replaces only the expected version, returns the current one, and contract_validate returns the same', async () => {
    const first = (await write(review('{}'))).result.structuredContent.version
    const second = (await write(review('{"n":1}'), `,"expected":"${first ?? ''}"`)).result.structuredContent
      .version
    expect(second).not.toBe(first)
    const rejected = (await write(review('{"n":2}'), `,"expected":"${first ?? ''}"`)).result
    expect(rejected).toMatchObject({
      isError: true,
      structuredContent: {
        violations: [{ path: '/expected', keyword: 'version', expected: second, received: first }],
      },
    })
    expect(rejected.content[0]?.text).toContain(`its version is ${second ?? ''}`)
    const path = '.workbench/blackboard/w1/auditor.json'
    const { result } = await callRaw('contract_validate', JSON.stringify({ schema: 'review.v1', path }))
    expect(result.structuredContent).toMatchObject({ valid: true, violations: [], version: second })
    expect(readFileSync(file(), 'utf8')).toContain('"n": 1')
  })

  it('rejects another producedBy, and accepts the same', async () => {
    const other = await write(review('{}').replace('{', '{"producedBy":"x",'))
    expect(other.result.structuredContent.violations).toMatchObject([
      { path: '/producedBy', keyword: 'const' },
    ])
    const same = await write(review('{}').replace('{', '{"producedBy":"auditor","schema":"review.v1",'))
    expect(same.result.isError ?? false).toBe(false)
  })
})

describe('the other tools', () => {
  it('contract_validate lists inexact numbers as violations of the artifact', async () => {
    const artifact = `{"schema":"review.v1","producedBy":"x",${review('{"n":1e999}').slice(1)}`
    const { result } = await callRaw('contract_validate', `{"schema":"review.v1","artifact":${artifact}}`)
    expect(result.isError ?? false).toBe(false)
    expect(result.structuredContent).toMatchObject({
      valid: false,
      violations: [{ path: '/metrics/n', keyword: 'precision' }],
    })
  })

  it('memory_write gives advice on an expires that is no day', async () => {
    const { result } = await callRaw('memory_write', JSON.stringify({ ...factDraft, expires: 'soon' }))
    expect(result.structuredContent).toMatchObject({
      id: expect.stringMatching(/^fact-\d{14,}$/) as string,
      advice: [{ path: '/expires', message: 'It is not a day as 2026-12-31, so the fact never expires' }],
    })
  })
})

describe('a response has at most 256 kB and counts what it does not list:', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`unexpected-${n}`, n]))
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}${'\u202e'.repeat(20_000)}`, n]))

  it.each([
    [
      'contract_validate with 5,000 violations',
      'contract_validate',
      { schema: 'finding.v1', artifact: { ...members, ...many } },
      5_000,
    ],
    [
      'blackboard_write with 5,000 violations',
      'blackboard_write',
      { schema: 'finding.v1', wave: 'w1', agent: 'x', artifact: { ...without('producedBy'), ...many } },
      5_000,
    ],
    [
      '30 members with names of 120 kB each',
      'contract_validate',
      { schema: 'finding.v1', artifact: { ...members, ...long } },
      30,
    ],
    ['5,000 invalid arguments', 'memory_write', { ...factDraft, ...many }, 5_000],
    [
      '5,000 links to facts that do not exist',
      'memory_write',
      { ...factDraft, links: Array.from({ length: 5_000 }, (_, n) => `fact-${n}`) },
      5_000,
    ],
    [
      'an agent name of 2 MB',
      'blackboard_write',
      { schema: 'finding.v1', wave: 'w1', agent: '\u001b'.repeat(350_000), artifact: {} },
      1,
    ],
    ['an unknown contract of 2 MB', 'contract_validate', { schema: 'x'.repeat(2e6), artifact: {} }, 1],
  ])('%s', async (_, tool, args, count) => {
    const { line, result } = await callRaw(tool, JSON.stringify(args))
    expect(Buffer.byteLength(line)).toBeLessThan(MAX_RESPONSE_BYTES)
    expectSafe(result)
    const { violations = [], truncated, more = 0 } = result.structuredContent
    expect(violations.length + more).toBe(count)
    expect(truncated).toBe(more > 0 ? true : undefined)
    const lines = result.content
      .map(({ text }) => text)
      .join('\n')
      .split('\n')
    const rest = /^… and (?:at least )?(\d+) more violations?$/.exec(lines.at(-1) ?? '')?.[1] ?? '0'
    expect(lines.length - 1 - (rest === '0' ? 0 : 1) + Number(rest)).toBe(count)
  })
})

/** Expects that the texts of a result contain no control or format characters. */
function expectSafe({ content, structuredContent: { violations = [] } }: Result): void {
  const texts = [...content.map(({ text }) => text), ...violations.map(({ message }) => message)]
  for (const text of texts) expect(text.replaceAll('\n', '')).not.toMatch(UNSAFE)
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '..',
    '../../x',
    '__proto__',
    'constructor',
    '/etc/passwd',
    'fact-0001',
    'fact-999999999999',
    '\u001b[2J',
    '\u202e',
    '\0',
    'x\n::error::y',
    '\ud800',
    'con',
    'w1',
    'finding.v1',
    'fact.v1',
    'risk.v1',
  ),
)
const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue(),
  fc.object({ key: hostileText, values: [hostileText, fc.double(), fc.bigInt().map(Number)] }),
)
const names = [
  'schema',
  'agent',
  'wave',
  'artifact',
  'path',
  'replace',
  'expected',
  'title',
  'body',
  'type',
  'scope',
  'source',
  'confidence',
  'supersedes',
  'links',
  'tags',
  'expires',
]
const hostileArguments = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, hostileText),
  hostileValue,
  { noNullPrototype: true },
)
const nearlyValid = fc.oneof(
  fc.record({
    schema: fc.constantFrom('finding.v1', 'review.v1'),
    wave: hostileText,
    agent: hostileText,
    artifact: hostileArguments,
  }),
  fc.record({ schema: fc.constant('finding.v1'), path: hostileText }),
  hostileArguments.map((args) => ({ ...factDraft, ...args })),
)

it(`${CASES} calls with hostile names and values are answered, without control characters, and write nothing outside`, async () => {
  const outside = () => readdirSync(join(root, '..')).sort().join()
  const before = outside()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('contract_validate', 'blackboard_write', 'memory_read', 'memory_write'),
      fc.oneof(hostileArguments, nearlyValid),
      async (tool, args) => {
        const { line, result, error } = await callRaw(tool, JSON.stringify(args))
        expect(Buffer.byteLength(line)).toBeLessThan(MAX_RESPONSE_BYTES)
        expect(error).toBeUndefined()
        expectSafe(result)
        expect(result.structuredContent).toBeDefined()
        expect(readdirSync(root).filter((name) => !['.git', '.workbench'].includes(name))).toEqual([])
      },
    ),
    { numRuns: CASES },
  )
  expect(outside()).toBe(before)
}, 300_000)
