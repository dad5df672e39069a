import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { contracts } from '@workbench/contracts/builtin'

import { temporaryDirectory } from '../../../tools/testing/packed-package.js'
import { BUNDLERS } from './bundlers.js'
import { RUNTIMES } from './runtimes.js'

/*
 * Bundles the built package with each bundler, and imports the bundle in each runtime: the built-in contracts work there
 * without files, and a bundle with one contract does not contain the others. --browser adds a page in Chromium. Names of
 * bundlers limit the run.
 */

const USE = `
  import { compileSchema, openContracts } from '@workbench/contracts'
  import { contracts, findingV1 } from '@workbench/contracts/builtin'
  const opened = openContracts()
  const artifact = { schema: 'finding.v1', producedBy: 'auditor' }
  const pathsOf = (validator) => validator.validate(artifact).violations.map(({ path }) => path)
  export const result = JSON.stringify({
    ids: [opened.ids, contracts.ids],
    areBuiltIn: opened.areBuiltIn,
    missing: [pathsOf(findingV1), pathsOf(opened.get('finding.v1'))],
    compiled: compileSchema({ type: 'string' }).is(1),
  })
  if (globalThis.process?.argv[2] === 'print') console.log(result)
`
const MISSING = ['/id', '/severity', '/title', '/summary', '/failureScenario', '/confidence']
const EXPECTED = {
  ids: [contracts.ids, contracts.ids],
  areBuiltIn: true,
  missing: [MISSING, MISSING],
  compiled: false,
}

const ONE = "export { findingV1 } from '@workbench/contracts/builtin'"

const directory = temporaryDirectory()
symlinkSync(join(import.meta.dirname, 'node_modules'), join(directory, 'node_modules'))
const withBrowser = process.argv.includes('--browser')
const names = process.argv.slice(2).filter((argument) => argument !== '--browser')
const runtimes = Object.entries(RUNTIMES).filter(([name]) => withBrowser || name !== 'Chromium')
for (const bundler of names.length > 0 ? names : Object.keys(BUNDLERS)) {
  const inBrowser = await bundled(bundler, USE, 'browser')
  for (const [runtime, run] of runtimes) check(`${bundler}, ${runtime}`, await run(inBrowser))
  const program = await bundled(bundler, USE, 'node')
  const output = execFileSync(process.execPath, ['bundle.mjs', 'print'], { cwd: program, encoding: 'utf8' })
  check(`${bundler}, a program without files`, output)
  const one = readFileSync(join(await bundled(bundler, ONE, 'browser'), 'bundle.mjs'), 'utf8')
  assert.deepEqual([one.includes('finding.v1'), one.includes('risk.v1')], [true, false])
  console.log(`${bundler}: a bundle with one contract does not contain the others`)
}

/**
 * Returns a new directory with the bundle of a module.
 * @param {string} bundler
 * @param {string} source
 * @param {import('./bundlers.js').Platform} platform
 */
async function bundled(bundler, source, platform) {
  const bundle = BUNDLERS[bundler]
  if (!bundle)
    throw new Error(`There is no bundler ${bundler}; expected one of ${Object.keys(BUNDLERS).join(', ')}`)
  const output = mkdtempSync(join(directory, 'bundle-'))
  const entry = join(output, 'entry.js')
  writeFileSync(entry, source)
  await bundle(entry, platform, output)
  return output
}

/** @param {string} name @param {string} result */
function check(name, result) {
  assert.deepEqual(JSON.parse(result), EXPECTED, name)
  console.log(`${name}: the built-in contracts work`)
}
