import { readFileSync, writeFileSync } from 'node:fs'

import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner'

/*
 * Stryker's Jest runner loads every test file for every mutant, and skips the tests that do not reach it; loading a file
 * takes longer than its tests. This runner gives Jest one file at a time, those with a test that reaches the mutant
 * only, the fastest first, and stops at the first that fails.
 */

/** Written by the run without mutants, read by the workers: the milliseconds that each test file took, and its tests. */
const TIMES = 'mutants-test-files.json'

const createJestRunner = jestPlugins[0].factory

createFileByFileRunner.inject = tokens(commonTokens.injector)
function createFileByFileRunner(injector) {
  const runner = createJestRunner(injector)
  const run = runner.run.bind(runner)
  const mutantRun = runner.mutantRun.bind(runner)
  /** Names of the tests that reach the mutant; undefined: every test. */
  let reached

  runner.run = async (settings) => {
    if (settings.testLocationInResults) return firstRun(await run(settings))
    const files = JSON.parse(readFileSync(TIMES, 'utf8'))
      .map(({ file, tests }) => ({ file, tests: reached ? tests.filter((id) => reached.has(id)) : tests }))
      .filter(({ tests }) => tests.length > 0)
    const tests = []
    for (const { file } of files) {
      const result = await run({ ...settings, testFiles: [file] })
      const { dryRunResult } = result
      if (dryRunResult.status !== 'complete') return result
      tests.push(...dryRunResult.tests)
      if (dryRunResult.tests.some(({ status }) => status === 1)) break
    }
    return { dryRunResult: { status: 'complete', tests } }
  }
  runner.mutantRun = (options) => {
    reached = options.testFilter && new Set(options.testFilter)
    return mutantRun(options)
  }
  return runner

  function firstRun(result) {
    const files = result.jestResult.testResults
      .map(({ testFilePath, perfStats, testResults }) => ({
        file: testFilePath,
        milliseconds: perfStats.runtime,
        tests: testResults.map(({ fullName }) => fullName),
      }))
      .sort((a, b) => a.milliseconds - b.milliseconds)
    writeFileSync(TIMES, JSON.stringify(files))
    return result
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'jest-file-by-file', createFileByFileRunner),
]
