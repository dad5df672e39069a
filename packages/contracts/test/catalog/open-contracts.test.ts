import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import {
  ContractDirectoryError,
  type ContractEntry,
  type Contracts,
  openContracts,
  SchemaError,
  UnknownContractError,
} from '@workbench/contracts'

import { ids } from '../rules/artifacts.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'
const PROJECT_SCHEMAS = join('plugins', 'workbench-core', 'schemas')
const schemas = fileURLToPath(new URL('../../../../schemas', import.meta.url))

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'contracts-')))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

/** A small contract of the given id. */
const contractOf = (id: string, members: Readonly<Record<string, unknown>> = {}): object => ({
  $schema: DRAFT,
  $id: `${id}.schema.json`,
  title: `The contract ${id}`,
  type: 'object',
  required: ['schema', 'producedBy'],
  properties: { schema: { const: id }, producedBy: { type: 'string' }, ...members },
  additionalProperties: false,
})

/** Writes a file below the temporary directory; an object becomes JSON. */
function write(path: string, content: string | Uint8Array | object): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  const isRaw = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(file, isRaw ? content : JSON.stringify(content, null, 2))
  return file
}

const writeContract = (folder: string, id: string, members?: Readonly<Record<string, unknown>>): string =>
  write(join(folder, `${id}.schema.json`), contractOf(id, members))

const entryOf = (contracts: Contracts, file: string): ContractEntry | undefined =>
  contracts.list().find((entry) => entry.file === file)

/** The files of the directory, without the built-in ones. */
const ownEntries = ({ directory, list }: Contracts): ContractEntry[] =>
  list().filter((entry) => entry.directory === directory)

const containing = (part: string): string => expect.stringContaining(part) as string

const matching = (pattern: RegExp): string => expect.stringMatching(pattern) as string

const artifactOf = (id: string, members: object = {}): object => ({
  schema: id,
  producedBy: 'agent',
  ...members,
})

describe('openContracts()', () => {
  test('lists the contracts of a directory, sorted, with their titles', () => {
    writeContract('', 'note.v1')
    writeContract('', 'memo.v2')
    writeContract('', 'memo.v10')
    const contracts = openContracts({ directory: root })
    expect(contracts.directory).toBe(root)
    expect(contracts.ownIds).toEqual(['memo.v10', 'memo.v2', 'note.v1'])
    expect(ownEntries(contracts)).toEqual(
      contracts.ownIds.map((id) => ({
        id,
        file: `${id}.schema.json`,
        directory: root,
        title: `The contract ${id}`,
        problems: [],
      })),
    )
  })

  test('ignores files with another extension, and subdirectories', () => {
    writeContract('', 'note.v1')
    for (const name of ['README.md', 'note.v1.json', 'schema.json', 'note.v1.schema.json.bak', '.hidden']) {
      write(name, '{')
    }
    writeContract('archive', 'old.v1')
    const contracts = openContracts({ directory: root })
    expect(ownEntries(contracts).map(({ file }) => file)).toEqual(['note.v1.schema.json'])
  })

  test.each(['a.v1', 'a1.v1', 'a-b.v1', 'a-1-b2.v12', 'abc.v100'])(
    'accepts the file name %s.schema.json',
    (id) => {
      writeContract('', id)
      expect(openContracts({ directory: root }).get(id).is(artifactOf(id))).toBe(true)
    },
  )

  test('accepts a directory without contracts', () => {
    const contracts = openContracts({ directory: root })
    expect([contracts.ids, contracts.ownIds, ownEntries(contracts)]).toEqual([ids, [], []])
    expect(() => contracts.get('note.v1')).toThrow(
      `the contracts in ${root} and the built-in ones are adr.v1, `,
    )
  })

  test('knows the built-in contracts beside those of the directory, and where each comes from', () => {
    writeContract('schemas', 'note.v1', { finding: { $ref: 'finding.v1.schema.json' } })
    write('examples/finding.v1.json', artifactOf('finding.v1'))
    const contracts = openContracts({ directory: join(root, 'schemas') })
    const builtIn = openContracts({ env: {}, cwd: root })
    expect(contracts.areBuiltIn).toBe(false)
    expect(contracts.ids).toEqual([...ids, 'note.v1'].sort())
    expect(entryOf(contracts, 'note.v1.schema.json')?.directory).toBe(join(root, 'schemas'))
    const known = contracts.list().filter(({ id }) => id !== 'note.v1')
    expect(known).toEqual(builtIn.list())
    expect(new Set(known.map(({ directory }) => directory))).toEqual(new Set([builtIn.directory]))
    expect(contracts.get('review.v1').example).toEqual(builtIn.get('review.v1').example)
    const { example: finding } = builtIn.get('finding.v1')
    const note = contracts.get('note.v1')
    expect([{ finding }, { finding: {} }].map((members) => note.is(artifactOf('note.v1', members)))).toEqual([
      true,
      false,
    ])
  })

  test('hides a built-in contract by one of the same id, also for those that refer to it', () => {
    writeContract('', 'finding.v1', { ours: { type: 'string' } })
    const contracts = openContracts({ directory: root })
    const [ours, theirs] = [
      artifactOf('finding.v1', { ours: 'x' }),
      openContracts().get('finding.v1').example,
    ]
    expect(contracts.ids).toEqual(ids)
    expect(contracts.ownIds).toEqual(['finding.v1'])
    expect([ours, theirs].map((value) => contracts.get('finding.v1').is(value))).toEqual([true, false])
    const review = (finding: unknown) => ({
      ...artifactOf('review.v1', { verdict: 'pass', findings: [finding] }),
    })
    const verdict = contracts.get('review.v1').validate(review(ours))
    expect(
      verdict.valid ? [] : verdict.violations.filter(({ path }) => path.startsWith('/findings')),
    ).toEqual([])
    expect(contracts.get('review.v1').validate(review(theirs))).toMatchObject({ valid: false })
  })

  test('does not replace a broken contract by the built-in one of the same id', () => {
    write('finding.v1.schema.json', '{')
    const contracts = openContracts({ directory: root })
    for (const id of ['finding.v1', 'review.v1']) expect(() => contracts.get(id)).toThrow(SchemaError)
    expect(contracts.get('risk.v1').is(contracts.get('risk.v1').example)).toBe(true)
  })

  test('returns the changes of the directory only when it is called again', () => {
    const file = writeContract('', 'note.v1')
    const before = openContracts({ directory: root })
    expect(before.get('note.v1').is(artifactOf('note.v1', { more: 1 }))).toBe(false)
    writeContract('', 'note.v1', { more: { type: 'number' } })
    writeContract('', 'memo.v1')
    const after = openContracts({ directory: root })
    expect(after.ownIds).toEqual(['memo.v1', 'note.v1'])
    expect(after.get('note.v1').is(artifactOf('note.v1', { more: 1 }))).toBe(true)
    expect(before.ownIds).toEqual(['note.v1'])
    expect(before.get('note.v1').is(artifactOf('note.v1', { more: 1 }))).toBe(false)
    rmSync(file)
    expect(openContracts({ directory: root }).ownIds).toEqual(['memo.v1'])
  })

  test('finds a contract that is added to the packaged ones', () => {
    cpSync(schemas, root, { recursive: true })
    writeContract('', 'postmortem.v1', {
      findings: { type: 'array', items: { $ref: 'finding.v1.schema.json' } },
      risk: { $ref: './risk.v1.schema.json#/properties/probability' },
    })
    const contracts = openContracts({ directory: root })
    expect(contracts.ids).toEqual([...ids, 'postmortem.v1'].sort())
    expect(contracts.list().flatMap(({ problems }) => problems)).toEqual([])
    const { is, validate } = contracts.get('postmortem.v1')
    expect(is(artifactOf('postmortem.v1', { findings: [], risk: 0.5 }))).toBe(true)
    expect(validate(artifactOf('postmortem.v1', { findings: [{}], risk: 2 }))).toMatchObject({
      valid: false,
      violations: [
        ...[
          'schema',
          'producedBy',
          'id',
          'severity',
          'title',
          'summary',
          'failureScenario',
          'confidence',
        ].map((name) => ({ path: `/findings/0/${name}`, schemaPath: 'finding.v1.schema.json#/required' })),
        { path: '/risk', schemaPath: 'risk.v1.schema.json#/properties/probability/maximum' },
      ],
    })
  })

  test('finds two versions of a contract', () => {
    cpSync(schemas, root, { recursive: true })
    writeContract('', 'finding.v2')
    const contracts = openContracts({ directory: root })
    expect(contracts.get('finding.v2').is(artifactOf('finding.v2'))).toBe(true)
    expect(contracts.get('finding.v1').is(artifactOf('finding.v2'))).toBe(false)
  })
})

describe('get()', () => {
  test('returns the id, title, description and schema of a contract', () => {
    const schema = { ...contractOf('note.v1'), description: 'Something to keep.' }
    write('note.v1.schema.json', schema)
    const contract = openContracts({ directory: root }).get('note.v1')
    expect(contract).toMatchObject({
      id: 'note.v1',
      title: 'The contract note.v1',
      description: 'Something to keep.',
      schema,
    })
  })

  test('returns the same object at every call', () => {
    writeContract('', 'note.v1')
    const contracts = openContracts({ directory: root })
    expect(contracts.get('note.v1')).toBe(contracts.get('note.v1'))
  })

  test('throws for an unknown id, lists the known ids and suggests the nearest one', () => {
    writeContract('', 'note.v1')
    writeContract('', 'memo.v1')
    const contracts = openContracts({ directory: root })
    const get = () => contracts.get('notes.v1')
    expect(get).toThrow(UnknownContractError)
    expect(get).toThrow(
      `Unknown contract "notes.v1": did you mean "note.v1"? The contracts in ${root} and the built-in ones are adr.v1, `,
    )
    expect(get).toThrow(
      expect.objectContaining({
        id: 'notes.v1',
        known: [...ids, 'memo.v1', 'note.v1'].sort(),
      }) as UnknownContractError,
    )
  })

  test.each([
    ['finding', 'finding.v1'],
    ['Finding.v1', 'finding.v1'],
    ['fnding.v1', 'finding.v1'],
    ['compliance_check.v1', 'compliance-check.v1'],
    ['trackeritem.v1', 'tracker-item.v1'],
    ['handof.v1', 'handoff.v1'],
  ])('throws for %s and suggests %s', (id, meant) => {
    const get = () => openContracts({ directory: schemas }).get(id)
    expect(get).toThrow(`did you mean "${meant}"?`)
    for (const known of ids) expect(get).toThrow(known)
  })

  test.each([
    '',
    'finding.v2',
    'postmortem.v1',
    '../note.v1',
    './note.v1',
    'note.v1.schema.json',
    '__proto__',
    'toString',
    '*',
  ])('throws for the unknown id %j', (id) => {
    writeContract('', 'note.v1')
    const contracts = openContracts({ directory: join(root) })
    expect(() => contracts.get(id)).toThrow(UnknownContractError)
  })
})

describe('an invalid contract file', () => {
  const INVALID: readonly (readonly [string, string | Uint8Array | object, object])[] = [
    [
      'text that is not JSON',
      '{\n  "type": object\n}',
      { pointer: '', message: containing('line 2, column 11') },
    ],
    ['empty file', '', { pointer: '', message: containing('end of the text') }],
    ['JSON in a code fence', '```json\n{}\n```', { pointer: '', message: containing('code fence') }],
    [
      'invalid UTF-8',
      Uint8Array.of(0x7b, 0x0a, 0xff, 0x7d),
      { pointer: '', message: matching(/UTF-8.*0xFF.*line 2, column 1/) },
    ],
    [
      'byte-order mark',
      `\ufeff${JSON.stringify(contractOf('broken.v1'))}`,
      { pointer: '', message: containing('byte-order mark') },
    ],
    [
      'duplicate member name',
      '{"type": "object",\n "type": "array"}',
      { pointer: '', message: matching(/"type".*line 2, column 2/) },
    ],
    ['array instead of a schema', [], { pointer: '', message: containing('must be a schema') }],
    ['true instead of a schema', 'true', { pointer: '', message: containing('must be a schema') }],
    [
      'unsupported keyword',
      { ...contractOf('broken.v1'), minProperties: 1 },
      { pointer: '/minProperties', keyword: 'minProperties' },
    ],
    [
      'invalid keyword value',
      contractOf('broken.v1', { id: { pattern: '[' } }),
      { pointer: '/properties/id/pattern', keyword: 'pattern' },
    ],
    [
      'another draft',
      { ...contractOf('broken.v1'), $schema: 'http://json-schema.org/draft-07/schema#' },
      { pointer: '/$schema', keyword: '$schema' },
    ],
    [
      '$ref to a missing file',
      contractOf('broken.v1', { other: { $ref: 'nothing.v1.schema.json' } }),
      { pointer: '/properties/other/$ref', keyword: '$ref' },
    ],
    [
      '$ref to a file outside the directory',
      contractOf('broken.v1', { other: { $ref: '../outside.v1.schema.json' } }),
      { pointer: '/properties/other/$ref', keyword: '$ref' },
    ],
    [
      '$id of another file',
      contractOf('note.v1'),
      { pointer: '/$id', keyword: '$id', message: containing('broken.v1.schema.json') },
    ],
    [
      '$id that does not end with the file name',
      { ...contractOf('broken.v1'), $id: 'https://example.org/broken.json' },
      { pointer: '/$id', keyword: '$id' },
    ],
    [
      'const of the member schema is another id',
      { ...contractOf('note.v1'), $id: 'broken.v1.schema.json' },
      {
        pointer: '/properties/schema/const',
        keyword: 'const',
        message: containing('"broken.v1"'),
      },
    ],
  ]

  test.each(INVALID)(
    'is listed with its problems, and does not affect others: %s',
    (_what, content, problem) => {
      writeContract('schemas', 'note.v1')
      writeContract('', 'outside.v1')
      write('schemas/broken.v1.schema.json', content)
      const contracts = openContracts({ directory: join(root, 'schemas') })
      expect(contracts.ownIds).toEqual(['broken.v1', 'note.v1'])
      const file = 'broken.v1.schema.json'
      expect(entryOf(contracts, file)?.problems).toContainEqual(expect.objectContaining({ file, ...problem }))
      expect(() => contracts.get('broken.v1')).toThrow(SchemaError)
      expect(entryOf(contracts, 'note.v1.schema.json')?.problems).toEqual([])
      expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
    },
  )

  test('is listed with its problem if it is a directory', () => {
    writeContract('', 'note.v1')
    mkdirSync(join(root, 'broken.v1.schema.json'))
    const contracts = openContracts({ directory: root })
    expect(entryOf(contracts, 'broken.v1.schema.json')?.problems).toMatchObject([
      { message: containing('cannot be read') },
    ])
    expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })

  test('is listed with its problem if it is a dangling symbolic link', () => {
    symlinkSync(join(root, 'nothing'), join(root, 'broken.v1.schema.json'))
    expect(entryOf(openContracts({ directory: root }), 'broken.v1.schema.json')?.problems).toMatchObject([
      { message: containing('cannot be read') },
    ])
  })

  test('is a link out of the repository, and is not read', () => {
    write('outside/secret', 'secret: 1')
    const directory = join(root, 'project/a/schemas')
    mkdirSync(directory, { recursive: true })
    const linkTo = (target: string, file: string): string => {
      symlinkSync(target, join(directory, file))
      return JSON.stringify(entryOf(openContracts({ directory }), file))
    }
    mkdirSync(join(root, 'project/.git'))
    const entry = linkTo('../../../outside/secret', 'leak.v1.schema.json')
    expect(entry).toContain('is a link out of the repository')
    expect(entry).not.toContain('secret')
    writeContract('project/texts', 'inside.v1')
    expect(linkTo('../../texts/inside.v1.schema.json', 'inside.v1.schema.json')).toContain('The contract')
  })

  test.each([
    'Finding.v1.schema.json',
    'finding.schema.json',
    'finding.v0.schema.json',
    'finding.v01.schema.json',
    'finding.1.schema.json',
    'finding.v1.2.schema.json',
    'finding.v.schema.json',
    'a_b.v1.schema.json',
    '-a.v1.schema.json',
    'a--b.v1.schema.json',
    'a-.v1.schema.json',
    '1a.v1.schema.json',
    'a b.v1.schema.json',
    'é.v1.schema.json',
    '.v1.schema.json',
    '.schema.json',
  ])('is listed with its problem, has no id, and does not affect others: name %s', (file) => {
    writeContract('', 'note.v1')
    write(file, contractOf(file.slice(0, -'.schema.json'.length)))
    const contracts = openContracts({ directory: root })
    expect(contracts.ownIds).toEqual(['note.v1'])
    expect(entryOf(contracts, file)?.problems).toEqual([
      { file, pointer: '', message: containing('<noun>.v<major>.schema.json') },
    ])
    expect(ownEntries(contracts)).toHaveLength(2)
    expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })

  test('makes contracts that refer to it unusable, with problems that name it', () => {
    write('base.v1.schema.json', { ...contractOf('base.v1'), oneOf: [] })
    writeContract('', 'user.v1', { base: { $ref: 'base.v1.schema.json' } })
    writeContract('', 'far.v1', { user: { $ref: 'user.v1.schema.json#/properties/base' } })
    writeContract('', 'note.v1')
    const contracts = openContracts({ directory: root })
    for (const file of ['base.v1', 'user.v1', 'far.v1'].map((id) => `${id}.schema.json`)) {
      expect(entryOf(contracts, file)?.problems).toMatchObject([
        { file: 'base.v1.schema.json', pointer: '/oneOf', keyword: 'oneOf' },
      ])
    }
    expect(() => contracts.get('far.v1')).toThrow('base.v1.schema.json#/oneOf')
    expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })

  test.each([
    ['is not JSON', 'nothing'],
    ['has the name of another contract', contractOf('another.v1')],
  ])('is reported once by a contract that refers to it twice: %s', (_what, content) => {
    write('base.v1.schema.json', content)
    writeContract('', 'user.v1', {
      one: { $ref: 'base.v1.schema.json' },
      two: { $ref: 'base.v1.schema.json#/properties/producedBy' },
    })
    const problems = entryOf(openContracts({ directory: root }), 'user.v1.schema.json')?.problems ?? []
    expect(problems.length).toBeGreaterThan(0)
    expect(new Set(problems.map(({ pointer, message }) => `${pointer} ${message}`)).size).toBe(
      problems.length,
    )
    expect(problems[0]?.file).toBe('base.v1.schema.json')
  })

  test('of two with the same $id is the one whose file name differs', () => {
    writeContract('', 'note.v1')
    write('copy.v1.schema.json', contractOf('note.v1'))
    writeContract('', 'user.v1', { note: { $ref: 'note.v1.schema.json' } })
    const contracts = openContracts({ directory: root })
    expect(entryOf(contracts, 'copy.v1.schema.json')?.problems.map(({ pointer }) => pointer)).toEqual([
      '/$id',
      '/properties/schema/const',
    ])
    expect(entryOf(contracts, 'note.v1.schema.json')?.problems).toEqual([])
    expect(contracts.get('user.v1').is(artifactOf('user.v1', { note: artifactOf('note.v1') }))).toBe(true)
  })

  test('is attributed to one of the files that form a $ref cycle', () => {
    write('one.v1.schema.json', { $ref: 'two.v1.schema.json' })
    write('two.v1.schema.json', { $ref: 'one.v1.schema.json' })
    write('user.v1.schema.json', { $ref: 'one.v1.schema.json' })
    const problems = entryOf(openContracts({ directory: root }), 'user.v1.schema.json')?.problems ?? []
    expect(problems).toHaveLength(1)
    expect(['one.v1.schema.json', 'two.v1.schema.json']).toContain(problems[0]?.file)
  })

  test('is usable once it is fixed and the directory is opened again', () => {
    write('note.v1.schema.json', '{')
    expect(() => openContracts({ directory: root }).get('note.v1')).toThrow(SchemaError)
    writeContract('', 'note.v1')
    expect(openContracts({ directory: root }).get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })
})

describe('openContracts() finds the schema directory:', () => {
  beforeEach(() => {
    for (const [folder, id] of [
      ['named', 'named.v1'],
      ['environment', 'environment.v1'],
      [join('project', PROJECT_SCHEMAS), 'project.v1'],
      [join('project', 'inner', PROJECT_SCHEMAS), 'inner.v1'],
    ] as const) {
      writeContract(folder, id)
    }
    mkdirSync(join(root, 'project', 'inner', 'deep', 'er'), { recursive: true })
    mkdirSync(join(root, 'project', 'other', 'plugins'), { recursive: true })
  })

  const at = (...path: string[]): string => join(root, ...path)
  const environment = () => ({ WORKBENCH_SCHEMAS: at('environment') })

  test('the option directory precedes WORKBENCH_SCHEMAS and the project', () => {
    const { ownIds: found, directory } = openContracts({
      directory: at('named'),
      env: environment(),
      cwd: at('project'),
    })
    expect([found, directory]).toEqual([['named.v1'], at('named')])
  })

  test('WORKBENCH_SCHEMAS precedes the project', () => {
    const { ownIds: found } = openContracts({ env: environment(), cwd: at('project') })
    expect(found).toEqual(['environment.v1'])
  })

  test.each([
    ['the current directory has schemas', ['project'], 'project.v1'],
    ['two ancestors have schemas', ['project', 'inner', 'deep', 'er'], 'inner.v1'],
    [
      'an ancestor has schemas, a nearer one only the folder plugins',
      ['project', 'other', 'plugins'],
      'project.v1',
    ],
  ])('the nearest project: %s', (_where, cwd, id) => {
    expect(openContracts({ env: {}, cwd: at(...cwd) }).ownIds).toEqual([id])
    expect(openContracts({ env: { WORKBENCH_SCHEMAS: '' }, cwd: at(...cwd) }).ownIds).toEqual([id])
    expect(openContracts({ env: { WORKBENCH_SCHEMAS: undefined }, cwd: at(...cwd) }).ownIds).toEqual([id])
  })

  test('ignores a file with the name of the schema directory', () => {
    write('project/inner/deep/plugins/workbench-core/schemas', 'a file')
    write('project/inner/deep/er/plugins', 'a file')
    expect(openContracts({ env: {}, cwd: at('project', 'inner', 'deep', 'er') }).ownIds).toEqual(['inner.v1'])
  })

  test('follows a symbolic link to the schema directory', () => {
    mkdirSync(at('linked', 'plugins', 'workbench-core'), { recursive: true })
    symlinkSync(at('named'), at('linked', PROJECT_SCHEMAS))
    expect(openContracts({ env: {}, cwd: at('linked') }).ownIds).toEqual(['named.v1'])
  })

  test('falls back to the contracts inside the package', () => {
    const contracts = openContracts({ env: {}, cwd: at('named') })
    expect(contracts.ids).toEqual(ids)
    expect(contracts.list().flatMap(({ problems }) => problems)).toEqual([])
  })

  test('relative paths are resolved against the current directory', () => {
    expect(openContracts({ directory: '../named', env: {}, cwd: at('project') }).directory).toBe(at('named'))
    const env = { WORKBENCH_SCHEMAS: join('..', 'environment') }
    expect(openContracts({ env, cwd: at('project') }).directory).toBe(at('environment'))
  })

  test('finds the contracts of this repository from a subdirectory', () => {
    const cwd = fileURLToPath(new URL('.', import.meta.url))
    expect(openContracts({ env: {}, cwd })).toMatchObject({
      ids,
      directory: join(dirname(schemas), PROJECT_SCHEMAS),
    })
  })

  test.each([
    ['option directory that does not exist', ['nothing'], 'directory'],
    ['option directory that is a file', ['named', 'named.v1.schema.json'], 'directory'],
    ['WORKBENCH_SCHEMAS that does not exist', ['nothing'], 'env'],
  ])('throws without trying other directories: %s', (_what, segments, by) => {
    const directory = at(...segments)
    const options = by === 'env' ? { env: { WORKBENCH_SCHEMAS: directory } } : { directory, env: {} }
    const open = () => openContracts({ ...options, cwd: at('project') })
    expect(open).toThrow(ContractDirectoryError)
    expect(open).toThrow(`Cannot list the contracts in ${directory}: `)
  })
})
