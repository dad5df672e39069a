import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Adds a contract in a copy of the repository: runs the commands of CONTRIBUTING.md as written, and makes the edits
 * that it describes.
 */

const repository = fileURLToPath(new URL('..', import.meta.url))
const temporary = mkdtempSync(join(tmpdir(), 'workbench-recipe-'))
const copy = join(temporary, 'repository')

const [, recipe = ''] =
  /^## Add a contract\n([^]*?)^## /m.exec(readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')) ?? []
const steps = recipe
  .split(/^(?=\d\. )/m)
  .slice(1)
  .map((step) => step.split('\n\n')[0]?.replaceAll('<noun>', 'memo').replaceAll(/\s+/g, ' ') ?? '')

const commandsOf = (step: number): string[] =>
  [...(steps[step - 1] ?? '').matchAll(/`(pnpm [^`]+)`/g)].map(([, command = '']) => command)

/** Runs a script of package.json, without the installation with which most begin: the copy has its dependencies. */
const pnpm = `#!/bin/sh
test "$1" = -s && shift
test "$1" = install && exit
script=$(node -p 'require("./package.json").scripts[process.argv[1]]' "$1")
shift
exec sh -c "$script \\"\\$@\\"" sh "$@"
`

/** Runs commands of the recipe in the copy, and returns what each wrote to standard output. */
function run(commands: readonly string[], statuses: readonly number[] = [0]): string[] {
  return commands.map((command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(temporary, 'bin')}:${process.env['PATH'] ?? ''}` },
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status === null || !statuses.includes(status))
      throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`)
    return stdout
  })
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(copy, path), 'utf8'))

const write = (path: string, value: unknown): void =>
  writeFileSync(join(copy, path), `${JSON.stringify(value, undefined, 2)}\n`)

beforeAll(() => {
  // The installations of the benchmarks and of the tools are large.
  const excluded = ['.git', 'node_modules', '.data', 'bench', 'apps/api/test/tools']
  cpSync(repository, copy, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (path) => !excluded.includes(relative(repository, path)),
  })
  mkdirSync(join(copy, 'node_modules'))
  // Without `.cache`: Jest would keep what it caches for the copy.
  for (const name of readdirSync(join(repository, 'node_modules')).filter((name) => name !== '.cache'))
    symlinkSync(join(repository, 'node_modules', name), join(copy, 'node_modules', name))
  mkdirSync(join(temporary, 'bin'))
  writeFileSync(join(temporary, 'bin', 'pnpm'), pnpm)
  chmodSync(join(temporary, 'bin', 'pnpm'), 0o755)
  // `contracts gate --history` compares with the commits.
  const commit = 'git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false commit -qm Contracts'
  run([`git init -q && git add schemas && ${commit}`])
})

interface Schema {
  readonly properties: object
}

interface Verdicts {
  readonly results: readonly {
    readonly file: string
    readonly schema: string
    readonly violations: object[]
  }[]
}

test('the recipe of CONTRIBUTING.md adds a contract', () => {
  expect(steps).toHaveLength(5)

  run(commandsOf(1))

  const schema = read('schemas/memo.v1.schema.json') as Schema
  const urgency = { description: 'How soon the memo must be read.', enum: ['now', 'later'] }
  write('schemas/memo.v1.schema.json', { ...schema, properties: { ...schema.properties, urgency } })

  const [show = '', validate = ''] = commandsOf(3)
  const memo = JSON.parse(run([show])[0] ?? '') as object
  write('docs/examples/valid/memo.v1.json', memo)
  write('docs/examples/broken/memo.v1.urgency-not-in-enum.json', { ...memo, urgency: 'soon' })
  write('docs/examples/broken/memo.v1.id-as-number.json', { ...memo, id: 7 })
  const { results } = JSON.parse(run([validate], [1])[0] ?? '') as Verdicts
  const broken = results.filter(({ schema }) => schema === 'memo.v1')
  expect(broken).toHaveLength(2)
  write('docs/examples/expected.json', [
    ...(read('docs/examples/expected.json') as object[]),
    { file: 'valid/memo.v1.json', schema: 'memo.v1', violations: [] },
    ...broken.map(({ file, schema, violations }) => ({
      file: file.replace('docs/examples/', ''),
      schema,
      violations,
    })),
  ])
  write('packages/contracts/test/rules/memo.v1.json', cases)

  run(commandsOf(4))
  expect(readFileSync(join(copy, 'docs/contracts/memo.v1.md'), 'utf8')).toContain('"schema": "memo.v1"')

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
