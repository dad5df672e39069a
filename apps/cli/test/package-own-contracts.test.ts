import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { commit, git } from '@workbench/test-support/git-repository'

import { repository } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

/** Versions 6 and 7. */
const compilers = ['node_modules/typescript/bin/tsc', 'node_modules/typescript-7/bin/tsc']

/** A project outside of this repository, with the packed command and library installed from their tarballs. */
const project = installed()

function installed(): string {
  const directory = temporaryDirectory()
  const tarballs = temporaryDirectory()
  for (const folder of ['apps/cli', 'packages/contracts'])
    npm(join(repository, folder), 'pack', '--ignore-scripts', '--pack-destination', tarballs)
  write(join(directory, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }')
  write(join(directory, '.gitignore'), 'node_modules')
  const names = readdirSync(tarballs).map((name) => join(tarballs, name))
  npm(directory, 'install', '--offline', '--no-audit', '--no-fund', ...names)
  git(directory, 'init', '--quiet')
  return directory
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}

function write(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

function run(cwd: string, program: string, args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    input,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const workbench = (args: readonly string[], { cwd = project, input = '' } = {}) =>
  run(cwd, join(project, 'node_modules', '.bin', 'workbench'), args, input)

function compile(compiler: string, ...files: readonly string[]) {
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--skipDefaultLibCheck']
  const args = [...options, '--rootDir', 'src', '--outDir', 'dist', ...files]
  return run(project, process.execPath, [join(repository, compiler), ...args])
}

const directory = join(project, 'plugins', 'workbench-core', 'schemas')
const file = join(directory, 'ticket.v1.schema.json')

const page = readFileSync(join(repository, 'docs/own-contracts.md'), 'utf8')

/** The blocks of the page in this language. */
const blocksOfPage = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^\`]+)\`\`\`$`, 'gm'))].map(([, text = '']) => text)

const [schemaOfPage = ''] = blocksOfPage('json')

const finding: unknown = JSON.parse(
  readFileSync(join(repository, 'docs/examples/valid/finding.v1.json'), 'utf8'),
)
const ticket = { schema: 'ticket.v1', producedBy: 'triage', id: '1', title: 'Slow', state: 'open', finding }

interface Schema {
  readonly required: string[]
}

function edit(path: string, change: (schema: Schema) => void): void {
  const schema = JSON.parse(readFileSync(path, 'utf8')) as Schema
  change(schema)
  writeFileSync(path, JSON.stringify(schema, null, 2))
}

beforeAll(() => {
  expect(workbench(['contracts', 'new', 'ticket'])).toEqual({ status: 0, stdout: `${file}\n`, stderr: '' })
  writeFileSync(file, schemaOfPage)
})

test('docs/own-contracts.md has commands that work in a clone', () => {
  const origin = temporaryDirectory()
  git(origin, 'init', '--quiet', '--initial-branch', 'main')
  write(join(origin, 'README.md'), '')
  commit(origin)
  const clone = join(temporaryDirectory(), 'clone')
  git(origin, 'clone', '--quiet', origin, clone)
  const commands = blocksOfPage('sh').flatMap((text) => text.trim().split('\n'))
  expect(commands).toHaveLength(7)
  const runInClone = (command: string) => {
    const script = `PATH="${join(project, 'node_modules', '.bin')}:$PATH"; ${command.replace('npx ', '')}`
    expect([command, run(clone, 'sh', ['-c', script])]).toMatchObject([command, { status: 0, stderr: '' }])
  }
  const [create = '', ...others] = commands
  runInClone(create)
  const written = join(clone, 'plugins', 'workbench-core', 'schemas', 'ticket.v1.schema.json')
  const template = JSON.parse(readFileSync(written, 'utf8')) as Schema
  // The page adds members to what the command writes.
  expect(JSON.parse(schemaOfPage)).toMatchObject({ ...template, required: [...template.required, 'state'] })
  writeFileSync(written, schemaOfPage)
  for (const command of others) runInClone(command)
  expect(readFileSync(join(clone, 'src', 'contract-types.ts'), 'utf8')).toContain('state: "open" | "closed"')
})

describe('a project with a contract of its own and the packed packages', () => {
  it('has one contract file, and knows the built-in contracts', () => {
    expect(readdirSync(directory)).toEqual(['ticket.v1.schema.json'])
    expect(workbench(['contracts', 'lint'])).toEqual({
      status: 0,
      stdout: '1 contract, no problems\n',
      stderr: '',
    })
    const { stdout } = workbench(['contracts', 'list'])
    expect(stdout).toMatch(/^finding\.v1 +built in +Finding$/m)
    expect(stdout).toMatch(/^ticket\.v1 +own +Ticket$/m)
    expect(stdout).toContain(`\n1 contract in ${directory}, 11 built in\n`)
  })

  it('validates artifacts of its own contract and of built-in ones', () => {
    write(join(project, 'artifacts', 'ticket.json'), JSON.stringify(ticket))
    write(join(project, 'artifacts', 'finding.json'), JSON.stringify(finding))
    expect(workbench(['validate', 'artifacts'])).toMatchObject({ status: 0, stderr: '' })
    const broken = JSON.stringify({ ...ticket, state: 'opne', finding: {} })
    const { status, stdout } = workbench(['validate', 'ticket.v1', '-'], { input: broken })
    expect(status).toBe(1)
    expect(stdout).toMatch(/\/state: .*did you mean "open"\?[^]*\/finding\/severity: /)
  })

  it('has types, with which the library narrows in TypeScript, as a module and in CommonJS', () => {
    const out = 'src/contract-types.ts'
    for (const _ of ['a new file', 'the same file'])
      expect(workbench(['contracts', 'types', '--out', out])).toEqual({
        status: 0,
        stdout: `types of 1 contract in ${out}\n`,
        stderr: '',
      })
    const source = `
      import { openContracts, type FindingV1 } from '@workbench/contracts'
      const ticket = openContracts().get('ticket.v1')
      export function stateOf(value: unknown): 'open' | 'closed' | undefined {
        return ticket.is(value) ? value.state : undefined
      }
      export const findingOf = (value: unknown): FindingV1 | undefined =>
        ticket.is(value) ? value.finding : undefined
      // @ts-expect-error a ticket has no member of this name
      export const wrong = (value: unknown) => (ticket.is(value) ? value.sate : undefined)
      export const other = (value: unknown) =>
        openContracts().get('risk.v1').is(value) ? value.mitigation.length : 0
      export { isOpen } from './page.js'
      console.log(stateOf(${JSON.stringify(ticket)}), stateOf({}))
    `
    write(join(project, 'src', 'page.ts'), blocksOfPage('ts').join(''))
    write(join(project, 'src', 'module.ts'), source)
    write(join(project, 'src', 'common', 'common.cts'), source.replace(/^ *export \{.*\n/m, ''))
    write(join(project, 'src', 'common', 'contract-types.cts'), readFileSync(join(project, out), 'utf8'))
    for (const compiler of compilers)
      for (const files of [
        [out, 'src/module.ts'],
        ['src/common/contract-types.cts', 'src/common/common.cts'],
      ]) {
        expect(compile(compiler, ...files)).toEqual({ status: 0, stdout: '', stderr: '' })
      }
    for (const program of ['module.js', 'common/common.cjs'])
      expect(run(project, process.execPath, [join('dist', program)])).toEqual({
        status: 0,
        stdout: 'open undefined\n',
        stderr: '',
      })
  })

  it('has the types of the library for copies of the built-in contracts, which another program generates', () => {
    cpSync(join(repository, 'schemas'), join(project, 'copies'), { recursive: true })
    const { status } = workbench(['contracts', 'types', '--schemas', 'copies', '--out', 'src/copies.ts'])
    expect(status).toBe(0)
    const ids = readdirSync(join(project, 'copies')).map((name) => name.replace('.schema.json', ''))
    const names = ids.map((id) =>
      id.replaceAll(/(?:^|[-.])([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    )
    const checks = names.map(
      (name) => `
        export const a${name} = (value: library.${name}): own.${name} => value
        export const b${name} = (value: own.${name}): library.${name} => value`,
    )
    const imports =
      "import type * as library from '@workbench/contracts'\nimport type * as own from './copies.js'"
    write(join(project, 'src', 'compare.ts'), [imports, ...checks].join('\n'))
    expect(names).toContain('TrackerItemV1')
    expect(compile(compilers[0] ?? '', 'src/compare.ts')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('has types without errors for a contract with names and texts that look like code', () => {
    const hostile = '*/ x /* \u2028\u202e"\'`${\\\n\u0000'
    const schema = {
      type: 'object',
      description: hostile,
      properties: {
        [hostile]: { enum: [hostile, { [hostile]: [] }, {}, -1, 1e300] },
        constructor: { type: ['array', 'object', 'null'], items: { $ref: '#' }, const: null },
        class: { $ref: '#/$defs/class', type: 'object', required: ['a'] },
        loop: { $ref: '#/$defs/loop' },
        never: false,
      },
      required: ['loop'],
      additionalProperties: { type: 'string' },
      $defs: {
        class: {
          type: 'object',
          properties: { class: { $ref: '#/$defs/class' } },
          additionalProperties: { $ref: '#' },
        },
        loop: { type: 'array', items: { $ref: '#/$defs/loop' } },
      },
    }
    write(join(project, 'hostile', 'a-1-b.v12.schema.json'), JSON.stringify(schema))
    const options = ['--schemas', 'hostile', '--out', 'src/hostile.ts']
    expect(workbench(['contracts', 'types', ...options]).status).toBe(0)
    for (const compiler of compilers)
      expect(compile(compiler, 'src/hostile.ts')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('is checked by the hook', () => {
    const path = write(join(project, 'hooked.json'), JSON.stringify({ ...ticket, state: 'opne' }))
    const event = JSON.stringify({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: path },
    })
    const rejected = workbench(['hook'], { input: event })
    expect(rejected.status).toBe(2)
    expect(rejected.stderr).toContain('hooked.json failed validation against ticket.v1')
    writeFileSync(path, JSON.stringify(ticket))
    expect(workbench(['hook'], { input: event })).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('is checked by the gate in a clone', () => {
    commit(project)
    const clone = join(temporaryDirectory(), 'clone')
    git(project, 'clone', '--quiet', project, clone)
    const gate = () =>
      workbench(['contracts', 'gate', '--against', 'origin/HEAD', '--format', 'json'], { cwd: clone })
    expect(gate()).toMatchObject({ status: 0, stderr: '' })
    const own = join(clone, 'plugins', 'workbench-core', 'schemas', 'ticket.v1.schema.json')
    edit(own, ({ required }) => required.push('finding'))
    const { status, stdout } = gate()
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'breaking',
      changes: [{ contract: 'ticket.v1', path: '/finding' }],
    })
  })
})
