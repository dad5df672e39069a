const { createRequire } = require('node:module')

/** Jest's own environment; it is a dependency of Jest's dependencies, which pnpm does not link into the root. */
const path = ['jest', '@jest/core', 'jest-config', 'jest-environment-node'].reduce(
  (from, name) => createRequire(from).resolve(name),
  __filename,
)
/** @type {typeof import('@jest/environment').JestEnvironment} */
const NodeEnvironment = require(path).TestEnvironment

/** Skips the tests of a file after the first that fails: one is enough to detect a mutant. */
module.exports = class BailEnvironment extends NodeEnvironment {
  hasFailed = false

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true
    if (event.name === 'test_start' && this.hasFailed && process.env['__STRYKER_ACTIVE_MUTANT__'])
      event.test.mode = 'skip'
  }
}
