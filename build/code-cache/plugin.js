import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cacheWriter = fileURLToPath(new URL('write-code-cache.js', import.meta.url))

/**
 * Rolldown plugin that runs a program after the bundle is written, and stores the bytecode that V8 has compiled by its
 * end. Functions that the program does not call are not in the cache; they are compiled at their first call.
 * @param {readonly string[]} args of Node.js: the program, which loads the bundle with `loadCompiled`, and its arguments
 * @param {string} [input] standard input of the program
 * @returns {import('rolldown').Plugin}
 */
export const codeCache = (args, input = '') => ({
  name: 'code-cache',
  writeBundle() {
    execFileSync(process.execPath, ['--import', cacheWriter, ...args], {
      input,
      env: {},
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  },
})
