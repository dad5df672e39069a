import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { Worker } from 'node:worker_threads'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const bundler = join(repository, 'node_modules', 'rolldown', 'bin', 'cli.mjs')
const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc')

/** An empty project outside the workspace, with the packed package installed from its tarball. */
const project = installed()

function installed(): string {
  const directory = mkdtempSync(join(tmpdir(), 'workbench-'))
  npm(packageDirectory, 'pack', '--ignore-scripts', '--pack-destination', directory)
  const [tarball = ''] = readdirSync(directory)
  writeFileSync(join(directory, 'package.json'), '{ "name": "consumer", "private": true }')
  npm(directory, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
  return directory
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function node(...args: string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }))
}

/** Bundles a file: for browsers, it assigns what the file exports to `workbench`; for Node.js, it is a program. */
function bundled(entry: string, platform: 'browser' | 'node' = 'browser'): string {
  const format = platform === 'browser' ? ['--format', 'iife', '--name', 'workbench'] : ['--format', 'esm']
  const args = [bundler, entry, '--platform', platform, ...format]
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
}

const readJson = (...path: readonly string[]): unknown =>
  JSON.parse(readFileSync(join(repository, ...path), 'utf8'))
const contractFile = (id: string): unknown => readJson('schemas', `${id}.schema.json`)
const artifactSchema = readJson('packages', 'contracts', 'artifact.schema.json')

/** Writes a file into the project and returns its name. */
function file(name: string, text: string): string {
  writeFileSync(join(project, name), text)
  return name
}

const PROGRAM = `
  const contracts = openContracts()
  const verdict = contracts.get('finding.v1').validate({ schema: 'finding.v1', producedBy: 'auditor' })
  const tree = compileSchema({ properties: { leaf: { type: 'string' } } })
  console.log(JSON.stringify({
    ids: contracts.ids,
    missing: verdict.valid ? [] : verdict.violations.map(({ path }) => path),
    inside: contracts.directory.startsWith(process.cwd()),
    tree: [tree.is({ leaf: 'x' }), tree.is({ leaf: 1 })],
  }))
`

const OUTPUT = {
  ids: readdirSync(join(repository, 'schemas'))
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => name.replace('.schema.json', '')),
  missing: ['/id', '/severity', '/title', '/summary', '/failureScenario', '/confidence'],
  inside: true,
  tree: [true, false],
}

describe('the packed @workbench/contracts', () => {
  it('works with import and contains the contracts', () => {
    const program = file(
      'use.mjs',
      `import { compileSchema, openContracts } from '@workbench/contracts'\n${PROGRAM}`,
    )
    expect(node(program)).toEqual(OUTPUT)
  })

  it('works with require', () => {
    const program = file(
      'use.cjs',
      `const { compileSchema, openContracts } = require('@workbench/contracts')\n${PROGRAM}`,
    )
    expect(node(program)).toEqual(OUTPUT)
  })

  it('has source maps to sources in the package', () => {
    const folder = join(project, 'node_modules', '@workbench', 'contracts', 'dist')
    const maps = readdirSync(folder).filter((name) => name.endsWith('.map'))
    expect(maps).toEqual(expect.arrayContaining(['index.js.map', 'index.cjs.map', 'builtin.js.map']))
    const sources = maps.flatMap((name) => {
      const map = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sources: string[] }
      return map.sources
    })
    expect(sources).toEqual(
      expect.arrayContaining(['../src/schema/compile.ts', 'schemas/finding.v1.schema.json']),
    )
    expect(sources.filter((source) => !existsSync(join(folder, source)))).toEqual([])
  })

  it('names the source and its line in a stack trace', () => {
    const program = file(
      'trace.mjs',
      "import { compileSchema } from '@workbench/contracts'\ncompileSchema({ oneOf: [] })",
    )
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', program], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/contracts\/src\/schema\/compile\.ts:\d+:\d+/)
  })

  it('recognizes the errors of the other module format, and no others', () => {
    const program = file(
      'errors.mjs',
      `
      import { createRequire } from 'node:module'
      import * as esm from '@workbench/contracts'
      const cjs = createRequire(import.meta.url)('@workbench/contracts')
      const thrownBy = (call) => { try { call() } catch (error) { return error } }
      const names = ['SchemaError', 'UnknownContractError', 'ContractDirectoryError', 'UnreadableFileError']
      const results = [[esm, cjs], [cjs, esm], [esm, esm]].map(([thrower, catcher]) => {
        const errors = [
          thrownBy(() => thrower.compileSchema({ oneOf: [] })),
          thrownBy(() => thrower.openContracts().get('poem.v1')),
          thrownBy(() => thrower.openContracts({ directory: 'nothing' })),
          Object.assign(new Error(), { name: 'SchemaError' }),
          null,
        ]
        class Own extends catcher.SchemaError {}
        return [...errors.map((error) => names.filter((name) => error instanceof catcher[name])), errors[0] instanceof Own]
      })
      console.log(JSON.stringify(results))`,
    )
    const expected = [['SchemaError'], ['UnknownContractError'], ['ContractDirectoryError'], [], [], false]
    expect(node(program)).toEqual([expected, expected, expected])
  })

  it('exports its contracts and the schema of all artifacts as JSON, with import and with require', () => {
    const names = ['schemas/finding.v1.schema.json', 'artifact.schema.json']
    const expected = [contractFile('finding.v1'), artifactSchema]
    const imports = names.map(
      (name, index) => `import file${index} from '@workbench/contracts/${name}' with { type: 'json' }`,
    )
    const modules = `${imports.join('\n')}\nconsole.log(JSON.stringify([file0, file1]))`
    expect(node(file('json.mjs', modules))).toEqual(expected)
    const requires = names.map((name) => `require('@workbench/contracts/${name}')`)
    const script = `console.log(JSON.stringify([${requires.join(', ')}]))`
    expect(node(file('json.cjs', script))).toEqual(expected)
  })

  it('exports its contracts for a bundler', () => {
    const entry = file(
      'contracts.js',
      `export { default as finding } from '@workbench/contracts/schemas/finding.v1.schema.json'
       export { default as artifact } from '@workbench/contracts/artifact.schema.json'`,
    )
    const bundle = bundled(entry)
    expect(runInContext(`${bundle}; JSON.stringify(workbench)`, createContext())).toBe(
      JSON.stringify({ artifact: artifactSchema, finding: contractFile('finding.v1') }),
    )
  })

  describe('in a bundle', () => {
    const USE = `
      import { compileSchema, openContracts } from '@workbench/contracts'
      import { contracts, findingV1 } from '@workbench/contracts/builtin'
      const { missing, tree, ids } = (() => {
        const opened = openContracts()
        const verdict = findingV1.validate({ schema: 'finding.v1', producedBy: 'auditor' })
        const tree = compileSchema({ properties: { leaf: { type: 'string' } } })
        return {
          ids: [opened.ids, contracts.ids],
          missing: verdict.violations.map(({ path }) => path),
          tree: [tree.is({ leaf: 'x' }), tree.is({ leaf: 1 }), opened.areBuiltIn],
        }
      })()
      export const result = JSON.stringify({ missing, tree, ids })`
    const expected = {
      ids: [OUTPUT.ids, OUTPUT.ids],
      missing: OUTPUT.missing,
      tree: [true, false, true],
    }

    it('the built-in contracts work in a browser and in a worker without Node APIs', async () => {
      const program = bundled(file('browser-use.js', USE))
      const globals = { URL, TextDecoder }
      expect(
        JSON.parse(String(runInContext(`${program}; workbench.result`, createContext(globals)))),
      ).toEqual(expected)
      const worker = new Worker(
        `${program}; require('node:worker_threads').parentPort.postMessage(workbench.result)`,
        { eval: true },
      )
      const [message] = (await once(worker, 'message')) as [string]
      expect(JSON.parse(message)).toEqual(expected)
    })

    it('openContracts() works in a program without the files of the package', () => {
      const directory = mkdtempSync(join(tmpdir(), 'bundle-'))
      const program = join(directory, 'program.mjs')
      writeFileSync(program, `${bundled(file('node-use.js', USE), 'node')}\nconsole.log(result)`)
      const output = execFileSync(process.execPath, [program], { cwd: directory, encoding: 'utf8' })
      expect(JSON.parse(output)).toEqual(expected)
    })

    it('contains only the contracts that it uses', () => {
      const program = bundled(file('one.js', "export { findingV1 } from '@workbench/contracts/builtin'"))
      expect([program.includes('finding.v1.schema.json'), program.includes('risk.v1.schema.json')]).toEqual([
        true,
        false,
      ])
    })
  })

  it('works with --disallow-code-generation-from-strings', () => {
    const program = file(
      'strict.mjs',
      `import { compileSchema, openContracts } from '@workbench/contracts'\n${PROGRAM}`,
    )
    expect(node('--disallow-code-generation-from-strings', program)).toEqual(OUTPUT)
  })

  it('validates in a browser bundle without Node APIs', () => {
    const entry = file('browser.js', "export { compileSchema } from '@workbench/contracts/no-files'")
    const program = `${bundled(entry)}; JSON.stringify(workbench.compileSchema({ maxLength: 1 }).validateText('"ab"'))`
    const verdict = String(runInContext(program, createContext({ URL, TextDecoder })))
    expect(JSON.parse(verdict)).toMatchObject({
      valid: false,
      violations: [{ keyword: 'maxLength', expected: 1, received: 2, line: 1, column: 1 }],
    })
  })

  it.each([
    ['a module and a CommonJS file under node16', ['use.mts', 'use.cts'], 'node16', 'node16'],
    ['a module under nodenext', ['next.mts'], 'nodenext', 'nodenext'],
    ['a file under bundler', ['bundled.ts'], 'bundler', 'esnext'],
  ])('has types for %s', (_, names, moduleResolution, module) => {
    const attributes = module === 'nodenext' ? " with { type: 'json' }" : ''
    const source = `
      import schema from '@workbench/contracts/schemas/finding.v1.schema.json'${attributes}
      import { openContracts, type FindingV1, type Verdict } from '@workbench/contracts'
      import { findingV1 } from '@workbench/contracts/builtin'
      const contracts = openContracts()
      const finding = contracts.get('finding.v1')
      export function severityOf(value: unknown): FindingV1['severity'] | undefined {
        return finding.is(value) ? value.severity : undefined
      }
      export const verdict: Verdict = finding.validate({})
      // @ts-expect-error the type of a contract whose id is not a literal is unknown
      export const text: string = contracts.get(String(1))['~standard'].types?.output
      // @ts-expect-error a finding has no member of this name
      export const wrong = (value: FindingV1) => value.sevrity
      export const title: string = schema.title
      export const named = (value: unknown): FindingV1 | undefined => (findingV1.is(value) ? value : undefined)
    `
    const options = [
      '--noEmit',
      '--strict',
      '--skipDefaultLibCheck',
      '--resolveJsonModule',
      '--esModuleInterop',
      '--target',
      'es2023',
      '--moduleResolution',
      moduleResolution,
      '--module',
      module,
    ]
    const compile = () =>
      execFileSync(process.execPath, [compiler, ...options, ...names.map((name) => file(name, source))], {
        cwd: project,
        encoding: 'utf8',
      })
    expect(compile()).toBe('')
  })
})
