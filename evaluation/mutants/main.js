import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import setUpDatabase from '../../apps/api/test/support/database/global-setup.js'
import tearDownDatabase from '../../apps/api/test/support/database/global-teardown.js'

import { MIN_SCORE, summarize } from './results.js'
import { globOf, missingPaths, targets } from './targets.js'

/*
 * Mutation tests: `pnpm tsx evaluation/mutants/main.js [target…] [--only <glob>] [--concurrency <processes>] [--force]`.
 *
 * Stryker changes the source of a target in a copy of the repository, one small change (a mutant) at a time, and runs the
 * tests that reach it; a mutant that no test detects has survived. Survivors and the score of each folder are printed, and
 * the command fails if a score is too low. It is never 100 %: some mutants do not change what the code does. Results are
 * cached in node_modules/.cache/mutants, so that a later run tests only what changed; `--force` tests all again, which
 * mutants in code that runs while a module loads need. `--only` restricts the run to the files that match a glob.
 */

const HOUR = 3_600_000

const repository = fileURLToPath(new URL('../../', import.meta.url))
const stryker = fileURLToPath(new URL('stryker/', import.meta.url))
const cache = join(repository, 'node_modules/.cache/mutants')

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    concurrency: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
})

const names = positionals.length > 0 ? positionals : Object.keys(targets)
const unknown = positionals.filter((name) => !(name in targets))
const missing = missingPaths(repository)
if (unknown.length > 0) {
  fail(`Unknown target ${unknown.join(', ')}; the targets are ${Object.keys(targets).join(', ')}`)
} else if (missing.length > 0) {
  fail(`evaluation/mutants/targets.js names paths that do not exist: ${missing.join(', ')}`)
} else {
  install()
  mkdirSync(cache, { recursive: true })
  for (const name of names) await run(name)
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exitCode = 2
}

function install() {
  if (existsSync(join(stryker, 'node_modules/.package-lock.json'))) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: stryker, stdio: 'inherit' })
}

/** @param {string} name */
async function run(name) {
  const needsDatabase = targets[name]?.needsDatabase === true
  const folder = mkdtempSync(join(tmpdir(), 'workbench-mutants-'))
  const copy = join(folder, 'repository')
  const temporary = join(folder, 'tmp')
  try {
    if (needsDatabase) await setUpDatabase()
    mkdirSync(temporary)
    copyRepository(copy)
    writeFileSync(join(copy, 'stryker.json'), JSON.stringify(configuration(name)))
    const { status, signal } = spawnSync(
      process.execPath,
      [join(stryker, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'stryker.json'],
      {
        cwd: copy,
        stdio: 'inherit',
        timeout: HOUR,
        env: { ...process.env, MUTANTS_TARGET: name, TMPDIR: temporary },
      },
    )
    if (status !== 0) throw new Error(`Stryker failed for ${name}: ${signal ?? `exit status ${status}`}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (needsDatabase) await tearDownDatabase()
  }
  printResults(name)
}

/**
 * Copies what the tests read. Packages of the workspace resolve each other by relative links in their node_modules, so
 * the tests of the copy load the source of the copy; all else comes from the repository's own node_modules.
 * @param {string} copy
 */
function copyRepository(copy) {
  const excluded = new Set([
    '.git',
    'node_modules',
    'bench',
    'evaluation/repair',
    'evaluation/node_modules',
    '.data',
    'evaluation/mutants/stryker/node_modules',
  ])
  cpSync(repository, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !excluded.has(relative(repository, path)),
  })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
}

/** @param {string} name */
function configuration(name) {
  const source = targets[name]?.mutate.map((path) => globOf(path, '*.ts')) ?? []
  return {
    mutate: [
      ...(options.only === undefined ? source : [options.only]),
      '!**/*.test.ts',
      // Stryker cannot change the strings of import attributes.
      '!**/built-in/schemas.ts',
    ],
    plugins: [
      '@stryker-mutator/jest-runner',
      join(stryker, 'test-runner.js'),
      join(stryker, 'in-process-runner.js'),
    ],
    testRunner: targets[name]?.runner,
    testRunnerNodeArgs: [
      '--experimental-vm-modules',
      '--no-warnings=ExperimentalWarning',
      '--conditions=@workbench/source',
    ],
    jest: {
      projectType: 'custom',
      configFile: 'evaluation/mutants/jest.config.js',
      enableFindRelatedTests: false,
    },
    coverageAnalysis: 'perTest',
    concurrency: Number(options.concurrency ?? availableParallelism()),
    // The copy is made here: Stryker's own cannot copy a link to a folder.
    inPlace: true,
    // ts-jest removes the types without checking them.
    disableTypeChecks: false,
    // Long, since a machine with other work can be slow; a loop without end in a mutant reaches Stryker's hit limit first.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    // Jest keeps memory of each run in one process.
    maxTestRunnerReuse: targets[name]?.runner === 'in-process' ? 1000 : 60,
    incremental: true,
    force: options.force,
    incrementalFile: join(cache, `${name}.incremental.json`),
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: resultsFile(name) },
  }
}

/** @param {string} name */
function resultsFile(name) {
  return join(cache, `${name}.json`)
}

/** @param {string} name */
function printResults(name) {
  /** @type {unknown} */
  const strykerReport = JSON.parse(readFileSync(resultsFile(name), 'utf8'))
  const folders = summarize(/** @type {import('./results.js').StrykerReport} */ (strykerReport))
  for (const { file, position, mutator, code, replacement } of folders.flatMap((each) => each.survivors)) {
    console.log(`${file}:${position}: ${mutator}\n  - ${code}\n  + ${replacement}`)
  }
  for (const { folder, mutants, detected, score } of folders) {
    const isTooLow = score < MIN_SCORE
    console.log(
      `${folder}: ${detected} of ${mutants} mutants detected, ${score.toFixed(1)} %` +
        (isTooLow ? `; expected at least ${MIN_SCORE} %` : ''),
    )
    if (isTooLow) process.exitCode = 1
  }
}
