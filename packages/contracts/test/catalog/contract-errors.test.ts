import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  bundleContracts,
  ContractDirectoryError,
  contractPage,
  lintContracts,
  openContracts,
  UnknownContractError,
  validateArtifact,
} from '@workbench/contracts'

import { violationsOf } from '../support/violations-of.ts'

/** The contracts of a directory with these files. */
function contractsWith(files: Readonly<Record<string, unknown>>) {
  const directory = join(mkdtempSync(join(tmpdir(), 'contracts-')), 'schemas')
  mkdirSync(directory)
  for (const [id, schema] of Object.entries(files))
    writeFileSync(
      join(directory, `${id}.schema.json`),
      typeof schema === 'string' ? schema : JSON.stringify(schema),
    )
  return openContracts({ directory })
}

/** A contract with the members, which are numbers, and no others. */
const contract = (id: string, ...members: string[]) => ({
  type: 'object',
  required: ['schema'],
  properties: {
    schema: { const: id },
    ...Object.fromEntries(members.map((name) => [name, { type: 'number' }])),
  },
  additionalProperties: false,
})

const messagesOf = (contracts: ReturnType<typeof contractsWith>, id: string, artifact: unknown) =>
  violationsOf(contracts.get(id).validate(artifact)).map(({ message }) => message)

describe('the first violation of an artifact of another contract', () => {
  const contracts = contractsWith({
    'a.v1': {
      ...contract('a.v1', 'one', 'two'),
      properties: { ...contract('a.v1', 'one', 'two').properties, inner: contract('inner') },
    },
    'b.v1': contract('b.v1', 'one', 'three', 'four', 'inner'),
    'c.v1': contract('c.v1', 'five', 'six', 'shared', 'common'),
    'd.v1': contract('d.v1', 'seven', 'eight', 'shared', 'common'),
    'broken.v1': '{',
  })
  const named = /this artifact is a b\.v1: validate it against b\.v1, or write an a\.v1/
  const fitting = /members of this artifact are those of a b\.v1: set "schema" to "b\.v1"/

  it('names the contract in "schema" if the members fit both', () => {
    const [first] = messagesOf(contracts, 'a.v1', { schema: 'b.v1', one: 'text' })
    expect(first).toMatch(named)
  })

  it.each([
    ['an unknown contract', { schema: 'x.v1', one: 'text' }],
    ['not a string', { schema: 1, one: 'text' }],
  ])('names no contract if "schema" is %s', (_what, artifact) => {
    expect(messagesOf(contracts, 'a.v1', artifact).join('\n')).not.toContain('this artifact is')
  })

  it('names the only contract that has all members, if two of them are unexpected', () => {
    expect(messagesOf(contracts, 'a.v1', { one: 1, three: 3, four: 4 })[0]).toMatch(fitting)
  })

  it('has no fix of "schema"', () => {
    const verdict = contracts.get('a.v1').validate({ schema: 'a', one: 1, three: 3, four: 4 })
    const [first] = violationsOf(verdict)
    expect(first?.message).toMatch(fitting)
    expect(first).not.toHaveProperty('fix')
  })

  it('names a contract that does not list the member "producedBy"', () => {
    const artifact = { schema: 'a.v1', producedBy: 'me', three: 3, four: 4 }
    expect(messagesOf(contracts, 'a.v1', artifact)[0]).toMatch(fitting)
  })

  it('names the contract of members in another spelling, and of members of which it lacks one and the others most', () => {
    const artifact = { schema: 'a.v1', Three: 3, FOUR: 4 }
    expect(messagesOf(contracts, 'a.v1', artifact)[0]).toMatch(fitting)
    const withExtra = { schema: 'a.v1', three: 3, four: 4, inner: 1, one: 1, extra: 1 }
    expect(messagesOf(contracts, 'd.v1', withExtra)[0]).toMatch(fitting)
    const sharing = { schema: 'a.v1', three: 3, inner: 1, one: 1, extra: 1 }
    expect(messagesOf(contracts, 'a.v1', sharing).join()).not.toMatch(fitting)
  })

  it('does not name the contract in "schema" if the members fit neither', () => {
    const messages = messagesOf(contracts, 'a.v1', { schema: 'b.v1', x: 1, y: 2 })
    expect(messages).toContain('Expected "a.v1"; received the string "b.v1"')
  })

  it('names no contract for more than 100 members', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, index]))
    expect(messagesOf(contracts, 'a.v1', { three: 3, four: 4, ...many }).join()).not.toMatch(fitting)
  })

  it('names no contract for one unexpected member, nor for those of a nested object', () => {
    const artifact = { schema: 'a.v1', three: 3, inner: { schema: 'inner', x: 1, y: 2 } }
    expect(messagesOf(contracts, 'a.v1', artifact).join('\n')).not.toContain('this artifact is')
  })

  it('names no contract for one unexpected member among invalid ones', () => {
    const artifact = { schema: 'a.v1', one: 'text', three: 'text', inner: 1 }
    expect(messagesOf(contracts, 'a.v1', artifact).join('\n')).not.toContain('this artifact is')
  })

  it('names no contract if two have the members', () => {
    const artifact = { schema: 'a.v1', shared: 1, common: 2 }
    expect(messagesOf(contracts, 'a.v1', artifact).join('\n')).not.toContain('this artifact is')
  })

  it('comes before violations without lists of known members, but with corrections of misspelt ones', () => {
    const [, ...others] = messagesOf(contracts, 'a.v1', { schema: 'b.v1', three: 3, tow: 1 })
    expect(others).toEqual(['Unexpected member "three"', 'Unexpected member "tow"; did you mean "two"?'])
  })
})

describe('an artifact whose schema is misspelt', () => {
  const contracts = contractsWith({
    'memo.v1': contract('memo.v1', 'one'),
  })

  it.each<[string, string, string[]]>([
    [
      'the violations of "schema" and of the other members',
      '{"schema":"Memo.v1","one":"x"}',
      ['/schema const', '/one type'],
    ],
    ['a syntax error once', '{"schema":"Memo.v1","one":"x",}', ['/schema const', '/one type', ' syntax']],
  ])('has %s', (_what, text, expected) => {
    const { verdict } = validateArtifact(contracts, text)
    const found = violationsOf(verdict).map(({ path, keyword }) => `${path} ${keyword}`)
    expect(found).toEqual(expected)
  })

  it.each([
    ['of the schema only', { schema: 'memo', one: 'x' }, '/schema'],
    ['of the member in its place only', { $schema: 'memo.v1', one: 'x' }, '/$schema'],
    ['of the missing schema only', { type: 'memo.v1', one: 'x' }, '/schema'],
  ])('has one fix, %s', (_what, artifact, path) => {
    const verdict = contracts.get('memo.v1').validate(artifact)
    expect(violationsOf(verdict).filter(({ fix }) => fix)).toMatchObject([{ path }])
  })

  it('has no fix if another contract, or several, can be meant', () => {
    const several = contractsWith({
      'memo.v1': contract('memo.v1', 'one'),
      'memo.v2': contract('memo.v2', 'one'),
      'note.v1': contract('note.v1', 'one'),
    })
    const memo = { schema: 'memo', one: 1 }
    for (const verdict of [
      validateArtifact(several, JSON.stringify(memo)).verdict,
      several.get('memo.v1').validate(memo),
      several.get('memo.v1').validate({ schema: 'note', one: 1 }),
    ])
      expect(violationsOf(verdict)[0]).not.toHaveProperty('fix')
  })

  it('has no id if it is not JSON', () => {
    const result = validateArtifact(contracts, 'I could not write it.')
    expect(result).toMatchObject({ verdict: { valid: false } })
    expect(result).not.toHaveProperty('id')
  })
})

describe('a contract file', () => {
  it('that is not an object is listed with its problems, without a title', () => {
    const contracts = contractsWith({ 'nothing.v1': 'null', 'list.v1': '[]' })
    const entries = contracts.list().filter(({ directory }) => directory === contracts.directory)
    expect(entries).toMatchObject([
      { id: 'list.v1', title: undefined, problems: [{ file: 'list.v1.schema.json' }] },
      { id: 'nothing.v1', title: undefined, problems: [{ file: 'nothing.v1.schema.json' }] },
    ])
  })

  it('without members must list them', () => {
    const problems = lintContracts(contractsWith({ 'memo.v1': { type: 'object' } }))
    expect(problems).toContainEqual({
      file: 'memo.v1.schema.json',
      pointer: '/properties',
      keyword: 'properties',
      message: '"properties" must list the members',
    })
  })

  it('needs no description of a member that is forbidden', () => {
    const problems = lintContracts(
      contractsWith({ 'memo.v1': { type: 'object', properties: { gone: false, here: {} } } }),
    )
    const pointers = problems.map(({ pointer }) => pointer)
    expect(pointers).toContain('/properties/here/description')
    expect(pointers).not.toContain('/properties/gone/description')
  })

  it('has a small example and a template', () => {
    const { example, template } = contractsWith({ 'memo.v1': contract('memo.v1', 'one') }).get('memo.v1')
    expect(template).toMatchObject({ schema: expect.anything() as unknown })
    expect(example).toEqual(template)
  })
})

describe('the error for', () => {
  const contracts = contractsWith({ 'memo.v1': contract('memo.v1') })

  it.each([
    [
      'mmeo.v1',
      `Unknown contract "mmeo.v1": did you mean "memo.v1"? The contracts in DIR and the built-in ones are adr.v1, `,
    ],
    ['memo.v2', `Unknown contract "memo.v2": the contracts in DIR and the built-in ones are adr.v1, `],
    ['poem.v1', `Unknown contract "poem.v1": the contracts in DIR and the built-in ones are adr.v1, `],
  ])('the unknown contract %j has a name, and lists the known contracts', (id, message) => {
    let thrown: unknown
    try {
      contracts.get(id)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(UnknownContractError)
    expect(thrown).toMatchObject({
      name: 'UnknownContractError',
      message: expect.stringContaining(message.replaceAll('DIR', contracts.directory)) as string,
    })
  })

  it('a directory that does not exist has a name and its cause', () => {
    let thrown: unknown
    try {
      openContracts({ directory: '/does/not/exist' })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ContractDirectoryError)
    expect(thrown).toMatchObject({ name: 'ContractDirectoryError', cause: { code: 'ENOENT' } })
  })
})

test('the contracts of the package are built in, those of a directory are not', () => {
  expect(openContracts({ env: {}, cwd: '/' }).areBuiltIn).toBe(true)
  expect(contractsWith({}).areBuiltIn).toBe(false)
})

test('the bundle of all contracts describes itself', () => {
  expect(bundleContracts(contractsWith({ 'memo.v1': contract('memo.v1') }))).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Artifact',
    description: 'An artifact of any contract, which its member "schema" names.',
    type: 'object',
    required: ['schema'],
    properties: {
      schema: {
        enum: expect.arrayContaining(['memo.v1', 'plan.v1']) as string[],
        description: 'The contract that this artifact follows.',
      },
    },
  })
})

describe('contractPage()', () => {
  it('describes the members in a table, and shows an example', () => {
    const schema = {
      title: 'Memo of\n a  meeting',
      description: 'Something <b>to\tremember</b>.',
      required: ['schema'],
      properties: {
        schema: { const: 'memo.v1', description: 'The contract | of this.' },
        'a|b`c': { type: 'string', description: 'Two\n\nlines <br>' },
        plain: {},
      },
    }
    expect(contractPage(contractsWith({ 'memo.v1': schema }).get('memo.v1')))
      .toBe(`# memo.v1: Memo of a meeting

Something <b>to remember</b>.

Write one JSON object with these members and no others. Members in **bold** are required.

| member | expected | meaning |
| --- | --- | --- |
| **\`schema\`** | "memo.v1" | The contract \\| of this. |
| \`a\\|b\\u0060c\` | a string | Two lines &lt;br> |
| \`plain\` | any value |  |

## Example

\`\`\`json
{
  "schema": "memo.v1"
}
\`\`\`
`)
  })

  it('has no title, no description and no example if the contract has none', () => {
    const page = contractPage({ ...contractsWith({ 'any.v1': {} }).get('any.v1'), example: undefined })
    expect(page).toMatch(/^# any\.v1: \n\n\n\nWrite one JSON object/)
    expect(page).toMatch(/\| --- \| --- \| --- \|\n\n$/)
  })
})
