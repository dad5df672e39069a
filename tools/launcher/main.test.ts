import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { startTime } from '../bundling/start-time.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))

const INPUTS = [
  'apps/cli',
  ...['agents', 'board', 'compatibility', 'contracts', 'json-text', 'structured-output', 'workspace'].map(
    (name) => `packages/${name}`,
  ),
]
const CONFIGURATION = [
  'tools/bundling/board-assets.js',
  'tools/bundling/bundle.js',
  'tools/bundling/contract-files.js',
  'tools/bundling/start-time.js',
  'pnpm-lock.yaml',
]
const BUILT = 'apps/cli/dist/main.cjs'
const BUILD = `console.log('build')`

/** A repository in which the built command and the sources only print what they are. */
function createRepository(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-launcher-')))
  const write = (path: string, content = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  write('package.json', '{"type":"module"}')
  cpSync(join(repository, 'tools'), join(root, 'tools'), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  for (const path of INPUTS) {
    write(`${path}/package.json`, '{"type":"module"}')
    write(`${path}/src/folder/a.ts`)
  }
  for (const path of ['apps/cli/rolldown.config.js', 'pnpm-lock.yaml', 'docs/examples/valid/a.json'])
    write(path)
  write('schemas/a.v1.schema.json')
  cpSync(join(repository, 'package.json'), join(root, 'package.json'))
  // In place of tsx, which takes longer to start.
  write('apps/cli/node_modules/tsx/package.json', '{"name":"tsx","exports":{"./esm":"./esm.mjs"}}')
  write('apps/cli/node_modules/tsx/esm.mjs', `console.log('sources'); process.exit()`)
  write('apps/cli/src/main.ts')
  write(BUILT, BUILD)
  return root
}

/** Waits until the clock of the file system has advanced, which has a resolution of a few milliseconds. */
async function build(root: string): Promise<void> {
  await sleep(20)
  const now = new Date()
  utimesSync(join(root, BUILT), now, now)
  await sleep(20)
}

function start(root: string, args: readonly string[] = [], cwd = root) {
  const words = ['--conditions=@workbench/source', join(root, 'tools/launcher/main.js'), ...args]
  return spawn(process.execPath, words, { cwd, env: { PATH: process.env['PATH'], TMPDIR: tmpdir() } })
}

async function run(root: string, args: readonly string[] = [], input = '') {
  const child = start(root, args)
  child.stdin.end(input)
  const ended = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}

const printed = async (root: string) => {
  const { stderr, stdout } = await run(root)
  return stderr + stdout.trim()
}

describe('pnpm workbench', () => {
  let root: string
  beforeEach(async () => {
    root = createRepository()
    await build(root)
  })

  it('runs the build if it is newer than the sources', async () => {
    expect(await printed(root)).toBe('build')
  })

  it('runs the sources if there is no build', async () => {
    rmSync(join(root, 'apps/cli/dist'), { recursive: true })
    expect(await printed(root)).toBe('sources')
  })

  it.each([
    ...INPUTS.flatMap((path) => [`${path}/src/folder/a.ts`, `${path}/package.json`]),
    ...['apps/cli/rolldown.config.js', 'schemas/a.v1.schema.json', 'docs/examples/valid/a.json'],
    ...CONFIGURATION.map((path) => (path.includes('.') ? path : `${path}/plugin.js`)),
  ])('runs the sources if %s changed since the build, and the build after the next one', async (path) => {
    appendFileSync(join(root, path), '\n')
    expect(await printed(root)).toBe('sources')
    await build(root)
    expect(await printed(root)).toBe('build')
  })

  it.each([
    ['a file is new', (path: string) => writeFileSync(join(path, 'b.ts'), '')],
    ['a file was deleted', (path: string) => rmSync(join(path, 'a.ts'))],
    ['a file with an old mtime was put there', (path: string) => utimesSync(join(path, 'a.ts'), 0, 0)],
  ])('runs the sources if %s', async (_, change) => {
    change(join(root, 'packages/contracts/src/folder'))
    expect(await printed(root)).toBe('sources')
  })

  it('runs the sources if a file changed during the build', async () => {
    await sleep(20)
    appendFileSync(join(root, 'apps/cli/src/main.ts'), '\n')
    writeFileSync(join(root, BUILT), BUILD)
    startTime(join(root, BUILT)).writeBundle()
    expect(await printed(root)).toBe('sources')
  })
})

const valid = join(repository, 'docs/examples/valid/finding.v1.json')
const broken = join(repository, 'docs/examples/broken/finding.v1.several-violations.json')

it('pnpm workbench without a build says which version of Node it needs', () => {
  const root = createRepository()
  rmSync(join(root, 'apps/cli/dist'), { recursive: true })
  const preloaded = join(root, 'version.cjs')
  writeFileSync(preloaded, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })")
  const args = ['-r', preloaded, join(root, 'tools/launcher/main.js'), 'validate', 'a.json']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const stderrLine = 'workbench: needs Node 20.19 or newer; this is 18.20\n'
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: stderrLine })
})

describe.each(['build', 'sources'])('pnpm workbench with the %s', (kind) => {
  /** A repository with the real command. */
  let root: string
  beforeAll(async () => {
    root = createRepository()
    for (const path of INPUTS) {
      rmSync(join(root, path), { recursive: true })
      for (const name of ['src', 'package.json'])
        cpSync(join(repository, path, name), join(root, path, name), { recursive: true })
      symlinkSync(join(repository, path, 'node_modules'), join(root, path, 'node_modules'))
    }
    for (const path of ['apps/cli/rolldown.config.js', ...(kind === 'build' ? ['apps/cli/dist'] : [])])
      cpSync(join(repository, path), join(root, path), { recursive: true })
    if (kind === 'build') await build(root)
  })

  it.each<[number, string[]]>([
    [0, ['validate', valid]],
    [1, ['validate', broken]],
    [2, ['validate', 'missing.json']],
    [2, ['contracts', 'show', 'unknown.v1']],
  ])('exits with %d: %j', async (expected, args) => {
    expect((await run(root, args)).status).toBe(expected)
  })

  it('reads standard input', async () => {
    const { status, stdout } = await run(root, ['validate', 'finding.v1', '-'], '{"schema":"finding.v1"}')
    expect(status).toBe(1)
    expect(stdout).toContain('-:1:1: /producedBy: Required member')
  })

  it('exits with 141 if the reader closed the pipe', async () => {
    const child = start(root, ['validate', broken])
    child.stdout.destroy()
    expect(await once(child, 'exit')).toEqual([141, null])
  })

  it.each([
    ['a subfolder', 'docs/examples', 'valid.json', 0],
    ['a folder outside of the repository', '..', 'docs/examples/valid.json', 0],
    ['a subfolder that lacks it', 'docs/examples', 'docs/examples/valid.json', 2],
  ])('finds a path from %s', (_, folder, path, expected) => {
    cpSync(valid, join(root, 'docs/examples/valid.json'))
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({
        type: 'module',
        engines: { node: '>=20.19' },
        scripts: { workbench: 'node --conditions=@workbench/source tools/launcher/main.js' },
      }),
    )
    const call = folder === '..' ? ['pnpm@12', '-C', root] : ['pnpm@12']
    const args = ['-y', ...call, 'workbench', 'validate', path]
    const { status } = spawnSync('npx', args, { cwd: join(root, folder), stdio: 'ignore' })
    expect(status).toBe(expected)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('is ended by %s', async (signal) => {
    const child = start(root, ['validate', 'finding.v1', '--ndjson'])
    child.stdin.write('{}\n')
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
  })
})
