const { TestEnvironment } = require('jest-environment-node')

/** Skips the tests of a file after the first that fails: one is enough to detect a mutant. */
module.exports = class BailEnvironment extends TestEnvironment {
  hasFailed = false

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true
    if (event.name === 'test_start' && this.hasFailed && process.env['__STRYKER_ACTIVE_MUTANT__'])
      event.test.mode = 'skip'
  }
}
