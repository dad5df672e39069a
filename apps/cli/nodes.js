import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import {
  NODE_VERSIONS,
  pack,
  pathWithNode,
  run,
  temporaryDirectory,
} from '../../tools/testing/packed-package.js'

/*
 * Installs the packed command in each of the ways that its README names, in empty folders, and validates a valid and a
 * broken artifact with it, on each supported version of Node. Older versions must tell what they need.
 */

const examples = join(import.meta.dirname, '../../docs/examples')
const tarball = pack(import.meta.dirname)
const root = temporaryDirectory()

/**
 * Each way prepares an empty folder, and returns the command line that runs the installed command there.
 * @type {Record<string, (cwd: string, env: NodeJS.ProcessEnv) => string[]>}
 */
const ways = {
  'npm install --save-dev': (cwd, env) => {
    run('npm', ['install', '--save-dev', '--offline', tarball], { cwd, env })
    return ['npx', '--no', 'workbench']
  },
  npx: () => ['npx', '--yes', `--package=${tarball}`, 'workbench'],
  // Without its own store, pnpm may create one in the root of the file system.
  'pnpm dlx': () => [
    'npx',
    '-y',
    'pnpm@12',
    '--silent',
    `--config.store-dir=${join(root, 'store')}`,
    'dlx',
    tarball,
  ],
  'npm install --global': (cwd, env) => {
    run('npm', ['install', '--global', '--offline', '--prefix', join(cwd, 'prefix'), tarball], { cwd, env })
    return [join(cwd, 'prefix', 'bin', 'workbench')]
  },
}

for (const version of NODE_VERSIONS) {
  // npm has a compile cache, in the temporary directory by default.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'compile-cache'), PATH: pathWithNode(version) }
  assert.match(run('node', ['--version'], { env }), new RegExp(`^v${version}\\.`))
  for (const [way, install] of Object.entries(ways)) {
    const cwd = join(root, `${version} ${way}`)
    mkdirSync(cwd)
    copyFileSync(join(examples, 'valid', 'finding.v1.json'), join(cwd, 'valid.json'))
    copyFileSync(join(examples, 'broken', 'finding.v1.severity-blocker.json'), join(cwd, 'broken.json'))
    const [program = '', ...args] = install(cwd, env)
    const { status, stdout, stderr } = spawnSync(
      program,
      [...args, 'validate', 'valid.json', 'broken.json'],
      {
        cwd,
        env,
        encoding: 'utf8',
      },
    )
    const output = `Node ${version}, ${way}, status ${status}:\n${stdout}${stderr}`
    assert.equal(status, 1, output)
    assert.match(stdout, /^broken\.json:\d+:\d+: \/severity: /, output)
    assert.match(stdout, /\nfinding\.v1: 1 file valid, 1 invalid with 2 violations\n$/, output)
    console.log(`Node ${version}: ${way}: the command reports the violation`)
  }
}

for (const version of ['16', '18']) {
  const cwd = join(root, `old ${version}`)
  mkdirSync(cwd)
  run('npm', ['install', '--offline', tarball], { cwd })
  const programs = join(cwd, 'node_modules', '@workbench', 'cli', 'dist', 'package')
  const event = JSON.stringify({
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  })
  for (const [name, status] of Object.entries({ main: 2, mcp: 1, hook: 2 })) {
    const env = { ...process.env, PATH: pathWithNode(version) }
    const result = spawnSync('node', [join(programs, `${name}.cjs`)], { env, input: event, encoding: 'utf8' })
    assert.match(result.stderr, new RegExp(`^workbench: needs Node 20\\.19 or newer; this is ${version}\\.`))
    assert.equal(result.status, status)
  }
  console.log(`Node ${version}: the programs say which version they need`)
}
