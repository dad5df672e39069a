import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { recipeIn } from './recipe.ts'

const { copy, steps, commandsOf, pathsOf, run, read, write, edit } = recipeIn('Add a contract', {
  '<noun>': 'memo',
})

beforeAll(() => {
  // `contracts gate --history` compares with the commits.
  const commit = 'git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false commit -qm Contracts'
  run([`git init -q && git add schemas plugins/workbench-core/schemas && ${commit}`])
})

interface Schema {
  readonly properties: object
}

interface Entry {
  readonly file: string
  readonly schema: string
  readonly violations: readonly object[]
}

const memoEntry = (file: string, ...found: [string, string, number, number][]): Entry => ({
  file,
  schema: 'memo.v1',
  violations: found.map(([path, keyword, line, column]) => ({ path, keyword, line, column })),
})

test('the recipe of CONTRIBUTING.md adds a contract', () => {
  expect(steps).toHaveLength(6)

  run(commandsOf(1))

  const schema = read('schemas/memo.v1.schema.json') as Schema
  const urgency = { description: 'How soon the memo must be read.', enum: ['now', 'later'] }
  write('schemas/memo.v1.schema.json', { ...schema, properties: { ...schema.properties, urgency } })

  const [show = '', generate = ''] = commandsOf(3)
  const earlier = read('docs/examples/expected.json')
  const memo = JSON.parse(run([show])[0] ?? '') as object
  write('docs/examples/valid/memo.v1.json', memo)
  write('docs/examples/broken/memo.v1.urgency-not-in-enum.json', { ...memo, urgency: 'soon' })
  write('docs/examples/broken/memo.v1.id-as-number.json', { ...memo, id: 7 })
  run([generate])
  const entries = read('docs/examples/expected.json') as Entry[]
  expect(entries.filter(({ schema }) => schema === 'memo.v1')).toEqual([
    memoEntry('broken/memo.v1.id-as-number.json', ['/id', 'type', 4, 9]),
    memoEntry('broken/memo.v1.urgency-not-in-enum.json', ['/urgency', 'enum', 6, 14]),
    memoEntry('valid/memo.v1.json'),
  ])
  expect(entries.filter(({ schema }) => schema !== 'memo.v1')).toEqual(earlier)
  write('packages/contracts/test/rules/memo.v1.json', cases)

  expect(readFileSync(join(copy, 'docs/contracts/memo.v1.md'), 'utf8')).toContain('"schema": "memo.v1"')

  const [schemas = '', builtIn = ''] = pathsOf(4).filter((path) => path.endsWith('.ts'))
  const compile = commandsOf(5).find((command) => command.endsWith('tsc')) ?? ''
  expect(run([compile], [1, 2])[0]).toContain(builtIn)
  edit(
    schemas,
    'export { default as planV1 }',
    "export { default as memoV1 } from '../../schemas/memo.v1.schema.json' with { type: 'json' }\nexport { default as planV1 }",
  )
  edit(
    builtIn,
    'export const planV1',
    "export const memoV1 = /* @__PURE__ */ contract('memo.v1', schemas.memoV1)\nexport const planV1",
  )
  edit(builtIn, '  | typeof planV1', '  | typeof memoV1\n  | typeof planV1')

  run(commandsOf(5))
}, 180_000)

/** A case of the test of the rules: one edit of the valid example, and the keyword that it violates. */
const rule = (name: string, edit: object, path?: string, keyword?: string) => ({
  name,
  edits: [edit],
  violations: path === undefined ? [] : [{ path, keyword }],
})

const cases = [
  rule('the urgency may be now', { set: '/urgency', to: 'now' }),
  rule('the urgency may be later', { set: '/urgency', to: 'later' }),
  rule('no other urgency', { set: '/urgency', to: 'soon' }, '/urgency', 'enum'),
  rule('the artifact is an object', { set: '', to: 1 }, '', 'type'),
  rule('the id of the contract', { set: '/schema', to: 'memo.v2' }, '/schema', 'const'),
  rule('the length of the title', { set: '/title', to: 'x', times: 121 }, '/title', 'maxLength'),
  rule('no other members', { set: '/notes', to: 'x' }, '/notes', 'additionalProperties'),
  ...['producedBy', 'id', 'title'].map((name) =>
    rule(`${name} is a string`, { set: `/${name}`, to: 1 }, `/${name}`, 'type'),
  ),
  ...['schema', 'producedBy', 'id', 'title'].map((name) =>
    rule(`${name} is required`, { remove: `/${name}` }, `/${name}`, 'required'),
  ),
]
