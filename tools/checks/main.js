import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import { affectedPackages, readPackages } from './changed/affected-packages.js'
import { changedFiles } from './changed/changed-files.js'
import { createTemporaryDirectory } from './temporary-directory.js'

/*
 * Runs all checks (`pnpm check`) and prints one line for each, with its output if it fails, and at the end the names of
 * what failed. `--browser` adds the tests in a browser. `--changed[=<branch>]` runs only what the files can affect that changed
 * since the last commit in common with a branch, `origin/main` by default. The steps of a lane run one after another, the lanes of a phase at
 * the same time. The scripts of the second phase run what `test` has built, or build it once more, so they wait for it.
 */

const withBrowser = process.argv.includes('--browser')

/**
 * Scripts of package.json or, after a colon, of a package, as phases of lanes. Scripts that build a package and those that
 * read what it builds are in one lane. Packing a package builds it, and so does `bench`.
 */
const phases = [
  [
    ['test'],
    [
      'contracts:check',
      'typecheck',
      'lint',
      'structure',
      'tools: supply-chain',
      'api: lint:description',
      'api: types:check',
      'api: changes',
    ],
  ],
  [['jest --selectProjects packages-long processes api-long']],
  [
    [...(withBrowser ? ['api: test:browser'] : []), 'api: kills --times 5 --seed 7', 'api: fuzz --seed 7'],
    [...(withBrowser ? ['board: test:browser'] : []), 'cli: nodes', 'api: clients'],
    [
      'contracts: check',
      `contracts: bundles${withBrowser ? ' --browser' : ''}`,
      'structured-output: check',
      'structured-output: recipes --check',
      'bench check',
    ],
  ],
]

/** The packages of the checks that do not name one. Others always run. */
const OWNERS = new Map([
  ['contracts:check', 'apps/cli'],
  ['bench check', 'bench'],
])

/** The same generated values in each run, so that a change is not rejected for an old defect; other runs search with others. */
const SEED = '1'

/** What pnpm and tsx keep in the temporary directory, for all their runs. */
const CACHES = /^(pnpm|tsx)-/

const temporary = createTemporaryDirectory()
// Tests run as root start some processes as another user.
chmodSync(temporary, 0o755)
/** @type {string[]} */
const failures = []
try {
  for (const lanes of phasesToRun()) await Promise.all(lanes.map(runLane))
  const left = readdirSync(temporary).filter((name) => !CACHES.test(name))
  if (left.length > 0) failures.push(`left in the temporary directory: ${left.join(', ')}`)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exitCode = 1
}

/** All phases, or their scripts that the changed files can affect, with the tests of the affected packages. */
function phasesToRun() {
  const option = process.argv.find((word) => /^--changed(=|$)/.test(word))
  if (option === undefined) return phases
  const files = changedFiles(option.split('=')[1] ?? 'origin/main')
  const affected = affectedPackages(files, readPackages(process.cwd()))
  if (affected === undefined) {
    console.log(`changed files: ${files.length}; they can affect everything`)
    return phases
  }
  const folders = [...affected].filter((folder) => folder !== 'bench').sort()
  console.log(`changed files: ${files.length}; affected: ${folders.join(', ')}`)
  const isAffected = (/** @type {string} */ script) => {
    const name = /^([\w-]+): /.exec(script)?.[1]
    const owner = OWNERS.get(script)
    if (owner !== undefined) return affected.has(owner)
    return (
      name === undefined || [name, `packages/${name}`, `apps/${name}`].some((folder) => affected.has(folder))
    )
  }
  const tests =
    folders.length === 0 ? [] : ['build', `jest ${folders.map((folder) => `${folder}/`).join(' ')}`]
  const [[, checks = []] = [], , ...others] = phases
  return [[tests, checks], ...others].map((lanes) => lanes.map((lane) => lane.filter(isAffected)))
}

/** @param {readonly string[]} lane */
async function runLane(lane) {
  for (const script of lane) await runScript(script)
}

/** @param {string} script */
async function runScript(script) {
  const start = Date.now()
  const [, name, command = script] = /^([\w-]+): (.+)$/.exec(script) ?? []
  const of = name === undefined ? [] : ['--filter', `@workbench/${name}`]
  const child = spawn('pnpm', [...of, ...command.split(' ')], {
    env: { TEST_SEED: SEED, ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (output += chunk))
  }
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', resolve))
  const code = await ended
  const seconds = ((Date.now() - start) / 1000).toFixed(0)
  if (code === 0) {
    console.log(`ok ${script} (${seconds} s)`)
  } else {
    console.error(`FAILED ${script} (${seconds} s)\n${output}`)
    failures.push(`FAILED ${script}`, ...failedTests(output))
  }
}

/**
 * The test files and tests that Jest reports as failed, each once.
 * @param {string} output
 */
function failedTests(output) {
  const lines = stripVTControlCharacters(output).split('\n')
  return new Set(lines.filter((line) => /^(FAIL | {2}● )/.test(line)))
}
