import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { type HandoffV1, openContracts } from '@workbench/contracts'
import {
  checkDeliverables,
  InvalidArtifactError,
  openArea,
  validateArea,
  writeArtifact,
} from '@workbench/workspace'

import { contracts, finding, schemas } from './project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const validFinding = JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding })

interface Entry {
  readonly path: string
  readonly schema: string
  readonly sizeBytes?: number
}

const handoff = (...artifacts: readonly Entry[]): string =>
  JSON.stringify(
    { schema: 'handoff.v1', producedBy: 'lead', wave: 'w1', status: 'complete', artifacts, summary: 's' },
    null,
    1,
  )

/** A folder `project` with these files, in a folder of its own. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const root = join(temporaryFolder(), 'project')
  mkdirSync(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

function violationsOf(root: string, ...entries: readonly Entry[]) {
  const text = handoff(...entries)
  const verdict = contracts.get('handoff.v1').validateText(text)
  expect(verdict).toEqual({ valid: true })
  return checkDeliverables(JSON.parse(text) as HandoffV1, { root, contracts }).violations
}

const FILES = { 'a.json': validFinding, 'docs/notes.md': 'notes', 'broken.json': '{"schema":"finding.v1"}' }

describe('the deliverables of a handoff', () => {
  it('are accepted if they exist, with their size, valid under their contract', () => {
    const root = projectWith(FILES)
    expect(
      violationsOf(
        root,
        { path: 'a.json', schema: 'finding.v1', sizeBytes: Buffer.byteLength(validFinding) },
        { path: './docs/../a.json', schema: 'finding.v1' },
        { path: join(root, 'a.json'), schema: 'finding.v1' },
        { path: 'docs/notes.md', schema: 'markdown', sizeBytes: 5 },
      ),
    ).toEqual([])
  })

  it.each<[string, Entry, object]>([
    [
      'does not exist',
      { path: 'b.json', schema: 'finding.v1' },
      {
        path: '/artifacts/1/path',
        message: 'Deliverable "b.json" does not exist; write it, or remove the entry from the handoff',
        expected: 'a file of the project',
        received: 'b.json',
      },
    ],
    [
      'is below a file',
      { path: 'a.json/b', schema: 'finding.v1' },
      {
        path: '/artifacts/1/path',
        message: 'Deliverable "a.json/b" does not exist; write it, or remove the entry from the handoff',
      },
    ],
    [
      'is a folder',
      { path: 'docs', schema: 'finding.v1' },
      {
        path: '/artifacts/1/path',
        message: expect.stringMatching(/^Deliverable "docs" cannot be read: it is/) as unknown,
      },
    ],
    [
      'is outside of the project',
      { path: '../x', schema: 'text' },
      {
        path: '/artifacts/1/path',
        message: 'Deliverable "../x" is outside of the project; only files of the project can be handed off',
      },
    ],
    [
      'is an absolute path outside',
      { path: '/etc/passwd', schema: 'text' },
      { path: '/artifacts/1/path', message: expect.stringContaining('is outside of the project') as unknown },
    ],
    [
      'has a null byte',
      { path: 'a\0', schema: 'text' },
      {
        path: '/artifacts/1/path',
        message: expect.stringContaining('cannot be read: the path contains a null byte') as unknown,
      },
    ],
    [
      'is invalid',
      { path: 'broken.json', schema: 'finding.v1' },
      {
        path: '/artifacts/1/schema',
        message: expect.stringMatching(
          /^Deliverable "broken\.json" is not a valid finding\.v1: \/producedBy [^\n]*; expected a string; … and 6 more violations$/,
        ) as unknown,
        expected: 'finding.v1',
      },
    ],
    [
      'has another contract',
      { path: 'a.json', schema: 'risk.v1' },
      { path: '/artifacts/1/schema', message: expect.stringContaining('is not a valid risk.v1') as unknown },
    ],
    ...['findings.v1', 'Finding.v1', 'finding.v0', 'finding.v12'].map((schema): [string, Entry, object] => [
      `names the contract ${schema}, which does not exist`,
      { path: 'a.json', schema },
      {
        path: '/artifacts/1/schema',
        message: `No contract has the id "${schema}"; the contracts are ${contracts.ids.join(', ')}`,
        expected: contracts.ids,
        received: schema,
      },
    ]),
  ])('are rejected if one %s', (_, entry, expected) => {
    const violations = violationsOf(projectWith(FILES), { path: 'a.json', schema: 'finding.v1' }, entry)
    expect(violations).toEqual([
      expect.objectContaining({
        keyword: 'deliverable',
        ...expected,
      }),
    ])
  })

  it.each(['markdown', 'finding.v1.md', 'finding.v1b'])(
    'are not validated if their schema %s is not the id of a contract',
    (schema) => {
      expect(violationsOf(projectWith(FILES), { path: 'docs/notes.md', schema })).toEqual([])
    },
  )

  it('have no received value if they are invalid', () => {
    const [violation] = violationsOf(projectWith(FILES), { path: 'broken.json', schema: 'finding.v1' })
    expect(violation).not.toHaveProperty('received')
  })

  it.each([
    ['in full up to 200 characters', 200, 'x'.repeat(200)],
    ['shortened beyond', 201, `${'x'.repeat(200)}…`],
  ])('are named %s', (_, length, name) => {
    const [violation] = violationsOf(projectWith(FILES), { path: 'x'.repeat(length), schema: 'text' })
    expect(violation?.message).toContain(`Deliverable "${name}" `)
  })

  it('are rejected if their contract is broken', () => {
    const directory = temporaryFolder()
    cpSync(schemas, directory, { recursive: true })
    writeFileSync(join(directory, 'finding.v1.schema.json'), '{')
    const root = projectWith(FILES)
    const value = JSON.parse(handoff({ path: 'a.json', schema: 'finding.v1' })) as HandoffV1
    expect(checkDeliverables(value, { root, contracts: openContracts({ directory }) })).toMatchObject({
      violations: [
        {
          path: '/artifacts/0/schema',
          message: 'Deliverable "a.json" could not be validated: its contract is broken',
        },
      ],
    })
  })

  it('are rejected if they are too large to be read', () => {
    const root = projectWith(FILES)
    truncateSync(join(root, 'a.json'), 2 ** 30)
    expect(violationsOf(root, { path: 'a.json', schema: 'finding.v1' })).toMatchObject([
      { path: '/artifacts/0/path', message: expect.stringContaining('cannot be read: ') as unknown },
    ])
  })

  it('get advice if one has another size', () => {
    const value = JSON.parse(
      handoff({ path: 'docs/notes.md', schema: 'markdown', sizeBytes: 1 }),
    ) as HandoffV1
    expect(checkDeliverables(value, { root: projectWith(FILES), contracts })).toEqual({
      violations: [],
      advice: [
        {
          path: '/artifacts/0/sizeBytes',
          rule: 'deliverable-size',
          message: 'Deliverable "docs/notes.md" has 5 bytes; received 1',
        },
      ],
    })
  })

  it('are not compared after the deadline', () => {
    const value = JSON.parse(handoff({ path: 'a.json', schema: 'finding.v1' })) as HandoffV1
    const check = (deadline: number) =>
      checkDeliverables(value, { root: projectWith(FILES), contracts, deadline })
    expect(() => check(Date.now())).toThrow('there was no time left to check its deliverables')
    expect(check(Date.now() + 60_000).violations).toEqual([])
  })

  it('are rejected if a link leads out of the project, without their content', () => {
    const root = projectWith(FILES)
    writeFileSync(join(root, '..', 'secret.json'), '{"secret":"42"}')
    symlinkSync(join(root, '..', 'secret.json'), join(root, 'link.json'))
    const violations = violationsOf(root, { path: 'link.json', schema: 'finding.v1' })
    expect(violations).toHaveLength(1)
    expect(JSON.stringify(violations)).not.toContain('secret')
  })

  it('are rejected if one is a pipe, without waiting for a writer', () => {
    const root = projectWith(FILES)
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(violationsOf(root, { path: 'pipe', schema: 'text' })).toMatchObject([
      { path: '/artifacts/0/path' },
    ])
  })

  it('are counted instead of checked if there are too many', () => {
    const entries = Array.from({ length: 1001 }, () => ({ path: 'a.json', schema: 'finding.v1' }))
    expect(violationsOf(projectWith(FILES), ...entries)).toMatchObject([
      {
        path: '/artifacts',
        message: 'Expected at most 1000 deliverables, which can be checked; received 1001',
        expected: 1000,
        received: 1001,
      },
    ])
  })

  it('are checked if they are exactly as many as can be', () => {
    const missing = Array.from({ length: 1000 }, () => ({ path: 'x', schema: 'text' }))
    expect(violationsOf(projectWith(FILES), ...missing)).toHaveLength(1000)
  })

  it('do not change the verdict on a handoff of the working area', () => {
    const root = projectWith({
      '.workbench/blackboard/w1/lead.json': handoff({ path: 'b.json', schema: 'finding.v1' }),
    })
    expect(validateArea(openArea(root), () => contracts)).toMatchObject([{ valid: true }])
  })
})

describe('writeArtifact() of a handoff', () => {
  const write = (root: string, entry: Entry) => {
    const { wave, status, summary, artifacts } = JSON.parse(handoff(entry)) as HandoffV1
    const artifact = { wave, status, summary, artifacts }
    return writeArtifact(openArea(root), contracts, {
      schema: 'handoff.v1',
      wave: 'w1',
      agent: 'lead',
      artifact,
      replace: false,
    })
  }

  it.each<[string, Entry]>([
    ['is missing', { path: 'b.json', schema: 'finding.v1' }],
    ['is outside of the project', { path: '../x', schema: 'text' }],
    ['is invalid', { path: 'broken.json', schema: 'finding.v1' }],
  ])('writes nothing if a deliverable %s', (_, entry) => {
    const root = projectWith(FILES)
    expect(() => write(root, entry)).toThrow(InvalidArtifactError)
    expect(existsSync(join(root, '.workbench'))).toBe(false)
  })

  it('returns advice if a deliverable has another size', () => {
    const root = projectWith(FILES)
    expect(write(root, { path: 'a.json', schema: 'finding.v1' }).advice).toEqual([])
    expect(write(root, { path: 'a.json', schema: 'finding.v1', sizeBytes: 1 }).advice).toMatchObject([
      { path: '/artifacts/0/sizeBytes' },
    ])
  })
})
