import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner'

import { runTestFile } from './run-test-file.js'
import { targets, testFilesOf } from '../targets.js'

/*
 * Runs tests that do not need Jest's environment, without Jest's module system: see run-test-file.js.
 * A mutant runs the tests that reach it, and all tests of a file that reaches it while it loads; the fastest file first,
 * up to the first failure.
 */

/**
 * Written by the run without mutants, read by the workers: the files, the fastest first; the ids of the mutants that each
 * file reaches while it loads, and that each of its tests reaches.
 */
const REACHED = 'mutants-reached.json'

/** Tests that need more CPU time are left out: without them, a mutant that survives still ends within seconds. */
const MAX_TEST_MS = 100

/** Stryker takes a mutant for a loop without end after this many times the hits of the run without mutants. */
const STRYKER_HIT_FACTOR = 100
const HIT_FACTOR = 5

const COMPLETE = 'complete'
const SUCCESS = 0
const FAILED = 1

function createInProcessRunner() {
  const repository = process.cwd()
  const stryker = (globalThis.__stryker__ ??= {})
  let known

  return { capabilities: () => ({ reloadEnvironment: true }), dryRun, mutantRun }

  async function dryRun() {
    const coverage = { static: {}, perTest: {} }
    const tests = []
    const files = []
    for (const file of testFilesOf(repository, targets[process.env['MUTANTS_TARGET']])) {
      stryker.mutantCoverage = { static: {}, perTest: {} }
      const results = await runTestFile(join(repository, file), {
        onTest: (name) => (stryker.currentTestId = name && `${file} ${name}`),
      })
      const { static: atLoad, perTest } = stryker.mutantCoverage
      const fast = results.filter(({ milliseconds }) => milliseconds <= MAX_TEST_MS)
      files.push({
        file,
        milliseconds: fast.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
        atLoad: Object.keys(atLoad),
        perTest: fast.map(({ name }) => [name, Object.keys(perTest[`${file} ${name}`] ?? {})]),
      })
      for (const [id, count] of Object.entries(atLoad))
        coverage.static[id] = (coverage.static[id] ?? 0) + count
      Object.assign(coverage.perTest, perTest)
      tests.push(...results.map((result) => toTestResult(file, result)))
    }
    files.sort((a, b) => a.milliseconds - b.milliseconds)
    writeFileSync(REACHED, JSON.stringify(files))
    return { status: COMPLETE, tests, mutantCoverage: coverage }
  }

  async function mutantRun({ activeMutant, hitLimit: strykerLimit }) {
    const hitLimit = strykerLimit && (strykerLimit / STRYKER_HIT_FACTOR) * HIT_FACTOR
    known ??= JSON.parse(readFileSync(REACHED, 'utf8'))
    Object.assign(stryker, {
      mutantCoverage: undefined,
      currentTestId: undefined,
      activeMutant: activeMutant.id,
      hitCount: hitLimit === undefined ? undefined : 0,
      hitLimit,
    })
    const tests = []
    for (const [index, { file, atLoad, perTest }] of known.entries()) {
      const isReachedAtLoad = atLoad.includes(activeMutant.id)
      const reaching = perTest.filter(([, ids]) => isReachedAtLoad || ids.includes(activeMutant.id))
      if (reaching.length === 0) continue
      const names = new Set(reaching.map(([name]) => name))
      const results = await runTestFile(join(repository, file), { names, bail: true })
      const limit = determineHitLimitReached(stryker.hitCount, stryker.hitLimit)
      if (limit) return toMutantRunResult(limit)
      tests.push(...results.map((result) => toTestResult(file, result)))
      if (results.some(({ failure }) => failure !== undefined)) {
        // It probably detects the next mutant, too, which is beside this one.
        known = [known[index], ...known.filter((_, other) => other !== index)]
        break
      }
    }
    return toMutantRunResult({ status: COMPLETE, tests })
  }
}
createInProcessRunner.inject = []

const toTestResult = (file, { name, failure, milliseconds }) => ({
  id: `${file} ${name}`,
  name,
  fileName: file,
  timeSpentMs: milliseconds,
  ...(failure === undefined ? { status: SUCCESS } : { status: FAILED, failureMessage: failure }),
})

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'in-process', createInProcessRunner),
]
