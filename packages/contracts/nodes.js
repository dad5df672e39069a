import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Installs the packed package into an empty project and runs the example of its README there, with import and with
 * require, on each supported version of Node. The versions come from the npm package `node`.
 */

const VERSIONS = ['20', '22', '24']
const EXPECTED = '/schema Expected "finding.v1"; received the string "finding.v2"'

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const example = /```ts\n([^`]+)```/.exec(readme)?.[1] ?? ''
const project = mkdtempSync(join(tmpdir(), 'workbench-'))
process.once('exit', () => rmSync(project, { recursive: true }))
const npm = (/** @type {string} */ cwd, /** @type {string[]} */ ...args) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

npm(import.meta.dirname, 'pack', '--ignore-scripts', '--pack-destination', project)
const [tarball] = readdirSync(project)
writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true }')
npm(project, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
writeFileSync(join(project, 'use.mjs'), example)
writeFileSync(join(project, 'use.cjs'), example.replace(/^import (.*) from (.*)$/m, 'const $1 = require($2)'))

for (const version of VERSIONS) {
  for (const program of ['use.mjs', 'use.cjs']) {
    const output = npm(project, 'exec', '--yes', `--package=node@${version}`, '--', 'node', program)
    if (!output.includes(EXPECTED)) throw new Error(`Node ${version} ran ${program} and printed ${output}`)
    console.log(`Node ${version}: ${program} prints the output that the README describes`)
  }
}
