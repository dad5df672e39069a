import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'

import { repository } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const packageDirectory = join(repository, 'apps', 'cli')
const MAX_BYTES = 1_100_000

/** A folder whose name has the characters of a path of Windows, with the packed package installed from its tarball. */
const project = installed(join(temporaryDirectory(), String.raw`C:\Users\Ann Other\100% #1`))
const installedPackage = join(project, 'node_modules', '@workbench', 'cli')

function installed(directory: string): string {
  mkdirSync(directory)
  const tarballs = temporaryDirectory()
  npm(packageDirectory, 'pack', '--ignore-scripts', '--pack-destination', tarballs)
  const [tarball = ''] = readdirSync(tarballs)
  npm(directory, 'install', '--save-dev', '--offline', join(tarballs, tarball))
  return directory
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}

function workbench(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const program = join(project, 'node_modules', '.bin', 'workbench')
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const files = readdirSync(installedPackage, { recursive: true, encoding: 'utf8' })
const read = (name: string): string => readFileSync(join(installedPackage, name), 'utf8')

describe('the packed @workbench/cli', () => {
  it(`has at most ${MAX_BYTES} bytes`, () => {
    const bytes = files.map((name) => statSync(join(installedPackage, name)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES)
  })

  it('has no dependencies', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown>
    expect(Object.keys(manifest).filter((name) => /^(?!dev).*dependencies$/i.test(name))).toEqual([])
    expect(readdirSync(join(project, 'node_modules', '@workbench'))).toEqual(['cli'])
  })

  it('imports nothing but its own files and modules of Node', () => {
    const imported = files
      .filter((name) => name.endsWith('.cjs'))
      .flatMap((name) => [...read(name).matchAll(/\b(?:require|import)\(\s*(["'`])([^"'`]+)\1\s*\)/g)])
      .map(([, , name = '']) => name)
    const isOwn = (name: string) => name.startsWith('./') && files.includes(join('dist', 'package', name))
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((name) => !isBuiltin(name) && !isOwn(name))).toEqual([])
  })

  it('contains the documents of a package, and the licences of what it bundles', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE']))
    expect(read('LICENSE')).toBe(readFileSync(join(repository, 'LICENSE'), 'utf8'))
    const bundled = read('dist/package/THIRD-PARTY-LICENSES.txt')
    for (const name of ['yargs', 'picomatch', 'diff']) {
      expect(bundled).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([A-Z]`, 'm'))
    }
    // Two packages have the same text, which is written once below both titles.
    expect(bundled).toMatch(
      /^@modelcontextprotocol\/core \S+ \(Apache-2\.0\)\n@modelcontextprotocol\/server \S+ \(Apache-2\.0\)\n\n/m,
    )
    expect(bundled.match(/^ *Apache License$/gm)).toHaveLength(1)
  })

  it('contains the contracts, their examples and the schema of all artifacts', () => {
    for (const [folder, source] of [
      ['schemas', 'schemas'],
      ['examples', 'docs/examples/valid'],
    ] as const) {
      expect(readdirSync(join(installedPackage, 'dist', 'package', folder))).toEqual(
        readdirSync(join(repository, source)),
      )
    }
    const artifact = readFileSync(join(repository, 'packages/contracts/artifact.schema.json'), 'utf8')
    expect(JSON.parse(read('dist/package/artifact.schema.json'))).toEqual(JSON.parse(artifact))
  })

  it('uses the contracts inside the package in a folder that has none', () => {
    const { status, stdout } = workbench('contracts', 'list', '--format', 'json')
    expect(status).toBe(0)
    expect((JSON.parse(stdout) as { directory: string }).directory).toBe(
      join(installedPackage, 'dist', 'package', 'schemas'),
    )
  })

  it('validates artifacts in a folder with the characters of a path of Windows', () => {
    for (const [name, source] of [
      ['valid.json', 'valid/finding.v1.json'],
      [String.raw`broken\finding.json`, 'broken/finding.v1.wrong-version.json'],
    ] as const) {
      copyFileSync(join(repository, 'docs', 'examples', source), join(project, name))
    }
    expect(workbench('validate', 'finding.v1', 'valid.json')).toMatchObject({ status: 0, stderr: '' })
    expect(workbench('validate', 'finding.v1', String.raw`broken\finding.json`)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('/schema: Expected "finding.v1"') as string,
    })
    // Through yargs, which the other command lines do not load.
    expect(workbench('validate', '--no-color', '--quiet', 'finding.v1', join(project, 'valid.json'))).toEqual(
      {
        status: 0,
        stdout: '',
        stderr: '',
      },
    )
  })

  const broken = readFileSync(join(repository, 'docs/examples/broken/finding.v1.severity-blocker.json'))
  const event = JSON.stringify({
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: 'a.json' },
  })

  it.each([
    ['the command', [join('node_modules', '.bin', 'workbench'), 'hook']],
    [
      'its own file',
      [process.execPath, join('node_modules', '@workbench', 'cli', 'dist', 'package', 'hook.cjs')],
    ],
  ])('contains the hook, which %s runs', (_, [file = '', ...args]) => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, 'a.json'), broken)
    const { status, stderr } = spawnSync(
      resolve(project, file),
      args.map((arg) => (arg === 'hook' ? arg : resolve(project, arg))),
      {
        cwd,
        env: { PATH: process.env['PATH'] },
        input: event,
        encoding: 'utf8',
      },
    )
    expect(status).toBe(2)
    expect(stderr).toContain('a.json failed validation against finding.v1')
  })

  it('contains the agent tools', () => {
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }
    const program = join(project, 'node_modules', '.bin', 'workbench')
    const input = `${JSON.stringify(initialize)}\n`
    const { stdout } = spawnSync(program, ['mcp'], { cwd: project, input, encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'workbench' } } })
  })
})
