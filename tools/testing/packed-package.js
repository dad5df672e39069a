import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/* Packs a package of this repository, for programs that install the tarball with each supported version of Node. */

/** The supported versions. The npm package `node` contains their binaries. */
export const NODE_VERSIONS = ['20', '22', '24']

/** Creates a temporary directory that is deleted when the process ends. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'workbench-'))
  process.once('exit', () => rmSync(directory, { recursive: true }))
  return directory
}

/**
 * Builds and packs a package with npm, without pnpm on the path, and returns the path of the tarball.
 * @param {string} directory
 */
export function pack(directory) {
  const folder = temporaryDirectory()
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  for (const name of ['node', 'npm'])
    symlinkSync(run('sh', ['-c', `command -v ${name}`]).trim(), join(tools, name))
  const output = join(folder, 'output')
  mkdirSync(output)
  const env = { ...process.env, PATH: [tools, '/usr/bin', '/bin'].join(delimiter) }
  run('npm', ['pack', '--pack-destination', output], { cwd: directory, env })
  return join(output, readdirSync(output)[0] ?? '')
}

/**
 * A `PATH` on which `node` has the version.
 * @param {string} version
 */
export function pathWithNode(version) {
  const args = ['exec', '--yes', `--package=node@${version}`, '--', 'node', '-p', 'process.execPath']
  return [dirname(run('npm', args).trim()), process.env['PATH']].join(delimiter)
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').ExecFileSyncOptions} [options]
 */
export const run = (program, args, options = {}) =>
  execFileSync(program, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
