import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { openContracts, UnknownContractError } from '@workbench/contracts'
import {
  InvalidArtifactError,
  ConflictError,
  readBlackboard,
  writeArtifact,
  type WriteRequest,
} from '@workbench/workspace'

import { withLock } from '../src/files/file-lock.ts'
import { contracts, finding, newProject, readJson, request, risk, schemas } from './project.ts'
import { thrownBy, violationsOf } from './thrown.ts'

const versionOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A project with this text in the file of the auditor's artifact. */
function projectWith(text?: string | Buffer) {
  const project = newProject()
  const file = project.at('blackboard', 'w1', 'auditor.json')
  mkdirSync(dirname(file), { recursive: true })
  if (text !== undefined) writeFileSync(file, text)
  const write = (change: Partial<WriteRequest> = {}) =>
    writeArtifact(project.area, contracts, request(change))
  return { ...project, file, write, text: () => readFileSync(file, 'utf8') }
}

const aRisk = JSON.stringify({ schema: 'risk.v1', producedBy: 'auditor', ...risk })

describe('writeArtifact()', () => {
  it('sets schema and producedBy, and returns path and size', () => {
    const { file, write } = projectWith()
    const title = 'Überlauf im Verbindungs-Pool 😀'
    expect(write({ artifact: { ...finding, title } })).toEqual({
      path: '.workbench/blackboard/w1/auditor.json',
      bytes: statSync(file).size,
      replaced: false,
      version: versionOf(file),
      advice: [],
    })
    expect(readJson(file)).toEqual({ schema: 'finding.v1', producedBy: 'auditor', ...finding, title })
  })

  it('creates missing folders', () => {
    const { area, at } = newProject()
    writeArtifact(area, contracts, request())
    expect(readdirSync(at('blackboard', 'w1'))).toEqual(['auditor.json'])
  })

  it('accepts schema and producedBy in the artifact if they equal the contract and the agent', () => {
    const { file, write } = projectWith()
    write({ artifact: { ...finding, schema: 'finding.v1', producedBy: 'auditor' } })
    expect(readJson(file)).toEqual({ schema: 'finding.v1', producedBy: 'auditor', ...finding })
  })

  it.each([
    ['other values', { schema: 'risk.v1', producedBy: 'another-agent' }],
    ['values that are not strings', { schema: null, producedBy: { deep: true } }],
  ])('rejects schema and producedBy in the artifact with %s, and writes nothing', (_, members) => {
    const { at, write } = projectWith()
    expect(violationsOf(() => write({ artifact: { ...finding, ...members } }))).toEqual([
      {
        path: '/schema',
        keyword: 'const',
        message: 'Expected "finding.v1", as in the arguments of the call, or no member "schema"',
        expected: 'finding.v1',
      },
      {
        path: '/producedBy',
        keyword: 'const',
        message: 'Expected "auditor", as in the arguments of the call, or no member "producedBy"',
        expected: 'auditor',
      },
    ])
    expect(readdirSync(at('blackboard', 'w1'))).toEqual([])
  })

  it.each([
    ['the version that it has read', (version: string) => version],
    ['no version', () => undefined],
  ])('replaces the file if the writer expects %s', (_, expectedFor) => {
    const { file, write } = projectWith()
    const expected = expectedFor(write().version)
    const { version } = write({
      artifact: { ...finding, severity: 'low' },
      ...(expected !== undefined && { expected }),
    })
    expect(version).toBe(versionOf(file))
    expect(readJson(file)).toMatchObject({ severity: 'low' })
  })

  it.each([
    ['another version than the file has', 'f'.repeat(64)],
    ['no file', null],
  ])(
    'throws a ConflictError with the version of the file, and keeps it, if the writer expects %s',
    (_, expected) => {
      const { file, write, text } = projectWith()
      const { version } = write()
      const before = text()
      const error = thrownBy(() =>
        write({ artifact: { ...finding, severity: 'low' }, expected, replace: true }),
      )
      expect(error).toBeInstanceOf(ConflictError)
      expect(error).toMatchObject({ violation: { path: '/expected', expected: version, received: expected } })
      const wanted = expected === null ? 'no file' : `version ${expected}`
      expect((error as ConflictError).message).toBe(
        `Expected ${wanted} at .workbench/blackboard/w1/auditor.json; its version is ${versionOf(file)}: ` +
          'read it again, and write with the version that you have read',
      )
      expect(text()).toBe(before)
    },
  )

  it('throws a ConflictError if the writer expects a version and there is no file', () => {
    const { at, write } = projectWith()
    const error = thrownBy(() => write({ expected: 'f'.repeat(81) }))
    expect(error).toMatchObject({
      name: 'ConflictError',
      violation: { expected: null },
      message: expect.stringContaining(
        `Expected version ${'f'.repeat(80)} at .workbench/blackboard/w1/auditor.json; there is no file: `,
      ) as unknown,
    })
    expect(readdirSync(at('blackboard', 'w1'))).toEqual([])
  })

  it('creates the file if the writer expects no file', () => {
    expect(projectWith().write({ expected: null })).toMatchObject({ replaced: false })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'rejects a member named %j as an unexpected member',
    (name) => {
      const { write, file } = projectWith()
      const members: [string, unknown][] = [...Object.entries(finding), [name, { isAdmin: true }]]
      const artifact = Object.fromEntries<unknown>(members)
      expect(violationsOf(() => write({ artifact }))).toMatchObject([
        { path: `/${name}`, keyword: 'additionalProperties' },
      ])
      expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
    },
  )

  it('keeps a member named __proto__ in a free-form object', () => {
    const { file, write } = projectWith()
    const metrics = JSON.parse('{ "__proto__": { "files": 3 } }') as unknown
    const review = { target: 'x', dimension: 'x', verdict: 'pass', findings: [], summary: 'x', metrics }
    write({ schema: 'review.v1', artifact: review })
    expect(JSON.stringify((readJson(file) as { metrics: unknown }).metrics)).toBe('{"__proto__":{"files":3}}')
  })

  it('returns advice on a text of which JSON has lost a backslash', () => {
    const { write } = projectWith()
    const summary = JSON.parse(String.raw`"3 \times 4"`) as string
    expect(write({ artifact: { ...finding, summary } }).advice).toMatchObject([
      { path: '/summary', rule: 'single-backslash' },
    ])
  })

  it('replaces an artifact of the same contract', () => {
    const { write, file } = projectWith()
    write()
    expect(write({ artifact: { ...finding, severity: 'low' } })).toMatchObject({ replaced: true })
    expect(readJson(file)).toMatchObject({ severity: 'low' })
  })

  it('replaces an invalid artifact of the same contract', () => {
    const { write, file } = projectWith('{ "schema": "finding.v1", "severity": "blocker" }')
    expect(write()).toEqual({
      path: '.workbench/blackboard/w1/auditor.json',
      bytes: statSync(file).size,
      replaced: true,
      version: versionOf(file),
      advice: [],
    })
  })

  it.each([
    ['another contract', aRisk, 'an artifact of risk.v1'],
    ['an unknown contract', '{ "schema": "memo.v1" }', 'an artifact of memo.v1'],
    ['a truncated artifact', aRisk.slice(0, 40), 'a file that is not an artifact'],
    ['an empty file', '', 'a file that is not an artifact'],
    ['null', 'null', 'a file that is not an artifact'],
    ['an array', '[{ "schema": "finding.v1" }]', 'a file that is not an artifact'],
    ['a string', '"finding.v1"', 'a file that is not an artifact'],
    ['a contract with a long name', `{"schema":"${'x'.repeat(61)}"}`, `an artifact of ${'x'.repeat(60)}`],
    ['a schema that is not a string', '{ "schema": ["finding.v1"] }', 'a file that is not an artifact'],
    ['binary data', Buffer.from([0xff, 0xfe, 0x00]), 'a file that is not an artifact'],
  ])('replaces %s only if replace is true', (_, existing, found) => {
    const { write, file, at } = projectWith(existing)
    const before = readFileSync(file)
    const error = thrownBy(write)
    expect(error).toBeInstanceOf(ConflictError)
    expect((error as ConflictError).message).toBe(
      `.workbench/blackboard/w1/auditor.json is ${found}; set replace: true to replace it with this finding.v1`,
    )
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(at('tmp'))).toEqual([])
    expect(write({ replace: true })).toMatchObject({ replaced: true })
    expect(readJson(file)).toMatchObject({ schema: 'finding.v1', producedBy: 'auditor' })
  })

  it('waits for a writer of the same agent and wave, and creates the file if that one has deleted it', () => {
    const { write, file, at } = projectWith(aRisk)
    mkdirSync(at('tmp'))
    const wait = import.meta.jest.spyOn(Atomics, 'wait').mockImplementation(() => {
      for (const path of [file, at('tmp', 'blackboard-w1-auditor.lock')]) rmSync(path)
      return 'timed-out'
    })
    const written = withLock(at('tmp'), 'blackboard-w1-auditor', () => write())
    expect(wait).toHaveBeenCalledTimes(1)
    wait.mockRestore()
    expect(written).toMatchObject({ replaced: false })
    expect(readJson(file)).toMatchObject({ schema: 'finding.v1' })
  })

  it('returns replaced: false for a new file if replace is true', () => {
    expect(projectWith().write({ replace: true })).toMatchObject({ replaced: false })
  })

  it.each([
    ['an invalid member', { artifact: { ...finding, severity: 'blocker' } }, '/severity', 'enum'],
    ['a missing member', { artifact: { ...finding, failureScenario: undefined } }, '/failureScenario', ''],
    ['an unexpected member', { artifact: { ...finding, tag: 1 } }, '/tag', 'additionalProperties'],
    ['a fact', { schema: 'fact.v1', replace: true }, '/schema', 'const'],
  ])('rejects %s and writes nothing', (_, change, path, keyword) => {
    const { write, text, at } = projectWith(aRisk)
    const violations = violationsOf(() => write({ replace: true, ...change }))
    expect(violations).toMatchObject([{ path, ...(keyword !== '' && { keyword }) }])
    expect(text()).toBe(aRisk)
    expect(readdirSync(at('blackboard', 'w1'))).toEqual(['auditor.json'])
  })

  it('names memory_write if it rejects a fact', () => {
    expect(violationsOf(() => projectWith().write({ schema: 'fact.v1' }))).toEqual([
      {
        path: '/schema',
        keyword: 'const',
        message: 'Expected any contract but "fact.v1"; write facts with memory_write, which numbers them',
        expected: 'any contract but fact.v1',
        received: 'fact.v1',
      },
    ])
  })

  it('creates no folder for an invalid artifact', () => {
    const { area, root } = newProject()
    expect(() => writeArtifact(area, contracts, request({ artifact: {} }))).toThrow(InvalidArtifactError)
    expect(readdirSync(root)).toEqual([])
  })

  it('throws for an unknown contract and creates no folder', () => {
    const { area, root } = newProject()
    expect(() => writeArtifact(area, contracts, request({ schema: 'findings.v1' }))).toThrow(
      UnknownContractError,
    )
    expect(readdirSync(root)).toEqual([])
  })
})

describe('readBlackboard()', () => {
  it('returns nothing for a project without a working area', () => {
    const { area } = newProject()
    expect(readBlackboard(area, contracts)).toEqual([])
  })

  it('returns the artifacts sorted by wave and agent', () => {
    const { area } = newProject()
    for (const [wave, agent] of [
      ['w2', 'auditor'],
      ['w1', 'planner'],
      ['w1', 'auditor'],
    ] as const)
      writeArtifact(area, contracts, request({ wave, agent }))
    const entries = readBlackboard(area, contracts)
    expect(entries.map(({ wave, agent, path }) => [wave, agent, path])).toEqual([
      ['w1', 'auditor', '.workbench/blackboard/w1/auditor.json'],
      ['w1', 'planner', '.workbench/blackboard/w1/planner.json'],
      ['w2', 'auditor', '.workbench/blackboard/w2/auditor.json'],
    ])
  })

  it('returns contract, size and time of a valid artifact', () => {
    const { area, file, write } = projectWith()
    const { path, bytes } = write()
    expect(readBlackboard(area, contracts)).toEqual([
      {
        wave: 'w1',
        agent: 'auditor',
        path,
        bytes,
        schema: 'finding.v1',
        valid: true,
        violations: [],
        modified: new Date(statSync(file).mtimeMs),
        value: JSON.parse(readFileSync(file, 'utf8')) as unknown,
      },
    ])
  })

  it.each([
    ['violates its contract', '{ "schema": "finding.v1" }', 'finding.v1', '/producedBy', 'required'],
    ['names no contract', '{ "producedBy": "auditor" }', undefined, '/schema', 'required'],
    ['names an unknown contract', '{ "schema": "memo.v1" }', undefined, '/schema', 'enum'],
    ['is truncated', '{ "schema": "finding.v1", ', 'finding.v1', '', 'syntax'],
    ['is empty', '', undefined, '', 'syntax'],
    ['is not an object', '[]', undefined, '', 'type'],
  ])(
    'returns the violations, with line and column, of an artifact that %s',
    (_, text, schema, path, keyword) => {
      const { area } = projectWith(text)
      const [entry] = readBlackboard(area, contracts)
      expect(entry).toMatchObject({ valid: false, schema, bytes: text.length })
      expect(entry?.violations[0]).toMatchObject({
        path,
        keyword,
        line: 1,
        column: expect.any(Number) as number,
      })
    },
  )

  it('ignores files without the extension .json', () => {
    const { area, at } = projectWith()
    writeFileSync(at('blackboard', 'w1', 'notes.md'), 'x')
    writeFileSync(at('blackboard', 'readme.txt'), 'x')
    expect(readBlackboard(area, contracts)).toEqual([])
  })

  it('ignores temporary files', () => {
    const { area, at, write } = projectWith()
    write()
    writeFileSync(at('tmp', 'left.tmp'), '{')
    writeFileSync(at('tmp', 'left.json'), '{')
    expect(readBlackboard(area, contracts).map(({ path }) => path)).toEqual([
      '.workbench/blackboard/w1/auditor.json',
    ])
  })

  it.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a broken link', (file: string) => symlinkSync('missing.json', file)],
    ['a link to itself', (file: string) => symlinkSync('auditor.json', file)],
  ])('returns the problem of %s under the name of an artifact, and the other artifacts', (_, make) => {
    const { area, at } = projectWith()
    writeArtifact(area, contracts, request({ agent: 'planner' }))
    make(at('blackboard', 'w1', 'auditor.json'))
    expect(readBlackboard(area, contracts)).toMatchObject([
      {
        agent: 'auditor',
        schema: undefined,
        valid: false,
        violations: [],
        problem: expect.stringMatching(
          /^it could not be validated: (it is a directory|too many|no such)/,
        ) as string,
        modified: new Date(0),
        bytes: 0,
      },
      { agent: 'planner', valid: true },
    ])
  })

  it('returns the problem of an artifact whose contract file is broken, and validates the others', () => {
    const { area, root } = newProject()
    writeArtifact(area, contracts, request({ agent: 'planner', schema: 'risk.v1', artifact: risk }))
    writeArtifact(area, contracts, request())
    const broken = contractsWithBroken(root, 'finding.v1')
    expect(readBlackboard(area, broken)).toMatchObject([
      {
        agent: 'auditor',
        valid: false,
        problem: expect.stringMatching(
          /^it could not be validated: its contract is broken: finding\.v1\.schema\.json/,
        ) as string,
      },
      { agent: 'planner', valid: true },
    ])
  })
})

function contractsWithBroken(root: string, id: string) {
  const directory = join(root, 'schemas')
  cpSync(schemas, directory, { recursive: true })
  writeFileSync(join(directory, `${id}.schema.json`), '{ "minLength": 1 }')
  return openContracts({ directory })
}
