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
const IN_PROJECT = join('plugins', 'workbench-core', 'schemas')
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
    expect(contracts.ids).toEqual(['memo.v10', 'memo.v2', 'note.v1'])
    expect(contracts.list()).toEqual(
      contracts.ids.map((id) => ({
        id,
        file: `${id}.schema.json`,
        title: `The contract ${id}`,
        problems: [],
      })),
    )
  })

  test('leaves out files without the ending, and folders without contracts', () => {
    writeContract('', 'note.v1')
    for (const name of ['README.md', 'note.v1.json', 'schema.json', 'note.v1.schema.json.bak', '.hidden']) {
      write(name, '{')
    }
    writeContract('archive', 'old.v1')
    const contracts = openContracts({ directory: root })
    expect(contracts.list().map(({ file }) => file)).toEqual(['note.v1.schema.json'])
  })

  test('may find no contract at all', () => {
    const contracts = openContracts({ directory: root })
    expect([contracts.ids, contracts.list()]).toEqual([[], []])
    expect(() => contracts.get('note.v1')).toThrow('are none')
  })

  test('sees what has changed in the directory when it is called again', () => {
    const file = writeContract('', 'note.v1')
    const before = openContracts({ directory: root })
    expect(before.get('note.v1').is(artifactOf('note.v1', { more: 1 }))).toBe(false)
    writeContract('', 'note.v1', { more: { type: 'number' } })
    writeContract('', 'memo.v1')
    const after = openContracts({ directory: root })
    expect(after.ids).toEqual(['memo.v1', 'note.v1'])
    expect(after.get('note.v1').is(artifactOf('note.v1', { more: 1 }))).toBe(true)
    expect(before.ids).toEqual(['note.v1'])
    expect(before.get('note.v1').is(artifactOf('note.v1', { more: 1 }))).toBe(false)
    rmSync(file)
    expect(openContracts({ directory: root }).ids).toEqual(['memo.v1'])
  })

  test('takes a twelfth contract, dropped in beside the eleven, at once', () => {
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

  test('takes a second version beside the first', () => {
    cpSync(schemas, root, { recursive: true })
    writeContract('', 'finding.v2')
    const contracts = openContracts({ directory: root })
    expect(contracts.get('finding.v2').is(artifactOf('finding.v2'))).toBe(true)
    expect(contracts.get('finding.v1').is(artifactOf('finding.v2'))).toBe(false)
  })
})

describe('get()', () => {
  test('gives the contract with its id, title, description and schema', () => {
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

  test('gives the same contract every time', () => {
    writeContract('', 'note.v1')
    const contracts = openContracts({ directory: root })
    expect(contracts.get('note.v1')).toBe(contracts.get('note.v1'))
  })

  test('names the known contracts where the id is unknown, and the nearest one', () => {
    writeContract('', 'note.v1')
    writeContract('', 'memo.v1')
    const contracts = openContracts({ directory: root })
    const get = () => contracts.get('notes.v1')
    expect(get).toThrow(UnknownContractError)
    expect(get).toThrow(
      `Unknown contract "notes.v1": did you mean "note.v1"? The contracts in ${root} are memo.v1, note.v1`,
    )
    expect(get).toThrow(
      expect.objectContaining({ id: 'notes.v1', known: ['memo.v1', 'note.v1'] }) as UnknownContractError,
    )
  })

  test.each([
    ['finding', 'finding.v1'],
    ['Finding.v1', 'finding.v1'],
    ['finding.v2', 'finding.v1'],
    ['compliance_check.v1', 'compliance-check.v1'],
    ['trackeritem.v1', 'tracker-item.v1'],
    ['handof.v1', 'handoff.v1'],
  ])('suggests for %s the contract %s', (id, meant) => {
    const get = () => openContracts({ directory: schemas }).get(id)
    expect(get).toThrow(`did you mean "${meant}"?`)
    for (const known of ids) expect(get).toThrow(known)
  })

  test.each([
    '',
    'postmortem.v1',
    '../note.v1',
    './note.v1',
    'note.v1.schema.json',
    '__proto__',
    'toString',
    '*',
  ])('knows no contract %j', (id) => {
    writeContract('', 'note.v1')
    const contracts = openContracts({ directory: join(root) })
    expect(() => contracts.get(id)).toThrow(UnknownContractError)
  })
})

describe('a broken contract file', () => {
  const BROKEN: readonly (readonly [string, string | Uint8Array | object, object])[] = [
    ['that is not JSON', '{\n  "type": object\n}', { pointer: '', message: containing('line 2, column 11') }],
    ['that is empty', '', { pointer: '', message: containing('end of the text') }],
    ['in a code fence', '```json\n{}\n```', { pointer: '', message: containing('code fence') }],
    [
      'with invalid UTF-8',
      Uint8Array.of(0x7b, 0x0a, 0xff, 0x7d),
      { pointer: '', message: matching(/UTF-8.*0xFF.*line 2, column 1/) },
    ],
    [
      'with a byte-order mark',
      `\ufeff${JSON.stringify(contractOf('broken.v1'))}`,
      { pointer: '', message: containing('byte-order mark') },
    ],
    [
      'with a repeated member',
      '{"type": "object",\n "type": "array"}',
      { pointer: '', message: matching(/"type".*line 2, column 2/) },
    ],
    ['that is no schema', [], { pointer: '', message: containing('must be a schema') }],
    ['that is true', 'true', { pointer: '', message: containing('must be a schema') }],
    [
      'with a keyword that is not supported',
      { ...contractOf('broken.v1'), minProperties: 1 },
      { pointer: '/minProperties', keyword: 'minProperties' },
    ],
    [
      'with a malformed keyword',
      contractOf('broken.v1', { id: { pattern: '[' } }),
      { pointer: '/properties/id/pattern', keyword: 'pattern' },
    ],
    [
      'of another draft',
      { ...contractOf('broken.v1'), $schema: 'http://json-schema.org/draft-07/schema#' },
      { pointer: '/$schema', keyword: '$schema' },
    ],
    [
      'that refers to no file',
      contractOf('broken.v1', { other: { $ref: 'nothing.v1.schema.json' } }),
      { pointer: '/properties/other/$ref', keyword: '$ref' },
    ],
    [
      'that refers to a file outside the directory',
      contractOf('broken.v1', { other: { $ref: '../outside.v1.schema.json' } }),
      { pointer: '/properties/other/$ref', keyword: '$ref' },
    ],
    [
      'with the $id of another file',
      contractOf('note.v1'),
      { pointer: '/$id', keyword: '$id', message: containing('broken.v1.schema.json') },
    ],
    [
      'with an $id that does not name it',
      { ...contractOf('broken.v1'), $id: 'https://example.org/broken.json' },
      { pointer: '/$id', keyword: '$id' },
    ],
    [
      'whose schema member is another contract’s',
      { ...contractOf('note.v1'), $id: 'broken.v1.schema.json' },
      {
        pointer: '/properties/schema/const',
        keyword: 'const',
        message: containing('"broken.v1"'),
      },
    ],
  ]

  test.each(BROKEN)('%s is listed with its problems and takes no other down', (_what, content, problem) => {
    writeContract('schemas', 'note.v1')
    writeContract('', 'outside.v1')
    write('schemas/broken.v1.schema.json', content)
    const contracts = openContracts({ directory: join(root, 'schemas') })
    expect(contracts.ids).toEqual(['broken.v1', 'note.v1'])
    const file = 'broken.v1.schema.json'
    expect(entryOf(contracts, file)?.problems).toContainEqual(expect.objectContaining({ file, ...problem }))
    expect(() => contracts.get('broken.v1')).toThrow(SchemaError)
    expect(entryOf(contracts, 'note.v1.schema.json')?.problems).toEqual([])
    expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })

  test('that is a folder is listed with its problem', () => {
    writeContract('', 'note.v1')
    mkdirSync(join(root, 'broken.v1.schema.json'))
    const contracts = openContracts({ directory: root })
    expect(entryOf(contracts, 'broken.v1.schema.json')?.problems).toMatchObject([
      { message: containing('cannot be read') },
    ])
    expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })

  test('that is a link to nothing is listed with its problem', () => {
    symlinkSync(join(root, 'nothing'), join(root, 'broken.v1.schema.json'))
    expect(entryOf(openContracts({ directory: root }), 'broken.v1.schema.json')?.problems).toMatchObject([
      { message: containing('cannot be read') },
    ])
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
  ])('named %s is listed with its problem, has no id, and takes no other down', (file) => {
    writeContract('', 'note.v1')
    write(file, contractOf(file.slice(0, -'.schema.json'.length)))
    const contracts = openContracts({ directory: root })
    expect(contracts.ids).toEqual(['note.v1'])
    expect(entryOf(contracts, file)?.problems).toEqual([
      { file, pointer: '', message: containing('<noun>.v<major>.schema.json') },
    ])
    expect(contracts.list()).toHaveLength(2)
    expect(contracts.get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })

  test.each(['a.v1', 'a1.v1', 'a-b.v1', 'a-1-b2.v12', 'abc.v100'])(
    'is not one named %s.schema.json',
    (id) => {
      writeContract('', id)
      expect(openContracts({ directory: root }).get(id).is(artifactOf(id))).toBe(true)
    },
  )

  test('breaks the contracts that refer to it, which name it', () => {
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
    ['not JSON', 'nothing'],
    ['misnamed', contractOf('another.v1')],
  ])('that is %s is named once, however often a contract refers to it', (_what, content) => {
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

  test('is the misnamed one of two with one $id; the other is fine', () => {
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

  test('names the right files where two contracts refer to each other for the same value', () => {
    write('one.v1.schema.json', { $ref: 'two.v1.schema.json' })
    write('two.v1.schema.json', { $ref: 'one.v1.schema.json' })
    write('user.v1.schema.json', { $ref: 'one.v1.schema.json' })
    const problems = entryOf(openContracts({ directory: root }), 'user.v1.schema.json')?.problems ?? []
    expect(problems).toHaveLength(1)
    expect(['one.v1.schema.json', 'two.v1.schema.json']).toContain(problems[0]?.file)
  })

  test('is whole again once it is mended', () => {
    write('note.v1.schema.json', '{')
    expect(() => openContracts({ directory: root }).get('note.v1')).toThrow(SchemaError)
    writeContract('', 'note.v1')
    expect(openContracts({ directory: root }).get('note.v1').is(artifactOf('note.v1'))).toBe(true)
  })
})

describe('the search for the schema directory', () => {
  beforeEach(() => {
    for (const [folder, id] of [
      ['named', 'named.v1'],
      ['environment', 'environment.v1'],
      [join('project', IN_PROJECT), 'project.v1'],
      [join('project', 'inner', IN_PROJECT), 'inner.v1'],
    ] as const) {
      writeContract(folder, id)
    }
    mkdirSync(join(root, 'project', 'inner', 'deep', 'er'), { recursive: true })
    mkdirSync(join(root, 'project', 'other', 'plugins'), { recursive: true })
  })

  const at = (...path: string[]): string => join(root, ...path)
  const environment = () => ({ WORKBENCH_SCHEMAS: at('environment') })

  test('takes the directory that is named before all others', () => {
    const { ids: found, directory } = openContracts({
      directory: at('named'),
      env: environment(),
      cwd: at('project'),
    })
    expect([found, directory]).toEqual([['named.v1'], at('named')])
  })

  test('takes WORKBENCH_SCHEMAS before the project', () => {
    const { ids: found } = openContracts({ env: environment(), cwd: at('project') })
    expect(found).toEqual(['environment.v1'])
  })

  test.each([
    ['the current directory', ['project'], 'project.v1'],
    ['the nearest of two ancestors', ['project', 'inner', 'deep', 'er'], 'inner.v1'],
    [
      'an ancestor, past a folder that has plugins but no schemas',
      ['project', 'other', 'plugins'],
      'project.v1',
    ],
  ])('takes the project of %s', (_where, cwd, id) => {
    expect(openContracts({ env: {}, cwd: at(...cwd) }).ids).toEqual([id])
    expect(openContracts({ env: { WORKBENCH_SCHEMAS: '' }, cwd: at(...cwd) }).ids).toEqual([id])
    expect(openContracts({ env: { WORKBENCH_SCHEMAS: undefined }, cwd: at(...cwd) }).ids).toEqual([id])
  })

  test('passes over a file where the project would have its schemas', () => {
    write('project/inner/deep/plugins/workbench-core/schemas', 'a file')
    write('project/inner/deep/er/plugins', 'a file')
    expect(openContracts({ env: {}, cwd: at('project', 'inner', 'deep', 'er') }).ids).toEqual(['inner.v1'])
  })

  test('follows a link to the schemas', () => {
    mkdirSync(at('linked', 'plugins', 'workbench-core'), { recursive: true })
    symlinkSync(at('named'), at('linked', IN_PROJECT))
    expect(openContracts({ env: {}, cwd: at('linked') }).ids).toEqual(['named.v1'])
  })

  test('takes the contracts inside the package where no project has any', () => {
    const contracts = openContracts({ env: {}, cwd: at('named') })
    expect(contracts.ids).toEqual(ids)
    expect(contracts.list().flatMap(({ problems }) => problems)).toEqual([])
  })

  test('takes a relative directory from the current one', () => {
    expect(openContracts({ directory: '../named', env: {}, cwd: at('project') }).directory).toBe(at('named'))
    const env = { WORKBENCH_SCHEMAS: join('..', 'environment') }
    expect(openContracts({ env, cwd: at('project') }).directory).toBe(at('environment'))
  })

  test('finds the eleven contracts of this repository from where it runs', () => {
    const cwd = fileURLToPath(new URL('.', import.meta.url))
    expect(openContracts({ env: {}, cwd })).toMatchObject({
      ids,
      directory: join(dirname(schemas), IN_PROJECT),
    })
  })

  test.each([
    ['a named directory that is missing', ['nothing'], 'directory'],
    ['a named directory that is a file', ['named', 'named.v1.schema.json'], 'directory'],
    ['a WORKBENCH_SCHEMAS that is missing', ['nothing'], 'env'],
  ])('does not go on behind %s: it fails and names it', (_what, path, by) => {
    const place = at(...path)
    const options = by === 'env' ? { env: { WORKBENCH_SCHEMAS: place } } : { directory: place, env: {} }
    const open = () => openContracts({ ...options, cwd: at('project') })
    expect(open).toThrow(ContractDirectoryError)
    expect(open).toThrow(`Cannot list the contracts in ${place}: `)
  })
})
