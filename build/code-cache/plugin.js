import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const keeper = fileURLToPath(new URL('keep-code.js', import.meta.url))

/**
 * A rolldown plugin: once the bundle is written, runs a program that loads it with `loadCompiled`, and keeps the code that
 * V8 has made of it by then. What the program did not use is not in it, and is compiled when it is used.
 * @param {readonly string[]} args
 * @param {string} [input]
 * @returns {import('rolldown').Plugin}
 */
export const codeCache = (args, input = '') => ({
  name: 'code-cache',
  writeBundle() {
    execFileSync(process.execPath, ['--import', keeper, ...args], {
      input,
      env: {},
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  },
})
