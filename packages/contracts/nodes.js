import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  NODE_VERSIONS,
  pack,
  pathWithNode,
  run,
  temporaryDirectory,
} from '../../tools/testing/packed-package.js'

/*
 * Installs the packed package into an empty project and runs the example of its README there, with import and with
 * require, on each supported version of Node.
 */

const EXPECTED = '/schema Expected "finding.v1"; received the string "finding.v2"'

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const example = /```ts\n([^`]+)```/.exec(readme)?.[1] ?? ''
const project = temporaryDirectory()
writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true }')
run('npm', ['install', '--offline', '--no-audit', '--no-fund', pack(import.meta.dirname)], { cwd: project })
writeFileSync(join(project, 'use.mjs'), example)
writeFileSync(join(project, 'use.cjs'), example.replace(/^import (.*) from (.*)$/m, 'const $1 = require($2)'))

for (const version of NODE_VERSIONS) {
  const env = { ...process.env, PATH: pathWithNode(version) }
  for (const program of ['use.mjs', 'use.cjs']) {
    const output = run('node', [program], { cwd: project, env })
    if (!output.includes(EXPECTED)) throw new Error(`Node ${version} ran ${program} and printed ${output}`)
    console.log(`Node ${version}: ${program} prints the output that the README describes`)
  }
}
