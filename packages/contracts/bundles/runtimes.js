import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { chromium } from 'playwright-core'

import { launchOptions } from '../../../tools/testing/chromium.js'

const WORKERD = join(import.meta.dirname, 'node_modules', '.bin', 'workerd')

/**
 * Import the module `bundle.mjs` of a directory and return the text that it exports as `result`.
 * @type {Readonly<Record<string, (directory: string) => Promise<string> | string>>}
 */
export const RUNTIMES = {
  'a worker thread': async (directory) => {
    const program = write(
      directory,
      'thread.mjs',
      `import { parentPort } from 'node:worker_threads'
       import { result } from './bundle.mjs'
       parentPort.postMessage(result)`,
    )
    const [result] = /** @type {[string]} */ (await once(new Worker(program), 'message'))
    return result
  },

  workerd: (directory) => {
    write(
      directory,
      'worker.mjs',
      `import { result } from './bundle.mjs'
       export default { test: () => console.log(result) }`,
    )
    const config = write(
      directory,
      'workerd.capnp',
      `using Workerd = import "/workerd/workerd.capnp";
       const config :Workerd.Config = (services = [(name = "main", worker = (
         compatibilityDate = "2025-01-01",
         modules = [
           (name = "worker.mjs", esModule = embed "worker.mjs"),
           (name = "bundle.mjs", esModule = embed "bundle.mjs"),
         ],
       ))]);`,
    )
    return execFileSync(WORKERD, ['test', config], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  },

  // With a policy that forbids code from strings.
  Chromium: async (directory) => {
    const browser = await chromium.launch(launchOptions)
    try {
      const page = await browser.newPage()
      await page.route('http://localhost/', (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': "script-src 'self'" },
          body: '<!doctype html>',
        }),
      )
      await page.route('http://localhost/bundle.mjs', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: readFileSync(join(directory, 'bundle.mjs'), 'utf8'),
        }),
      )
      await page.goto('http://localhost/')
      return await page.evaluate("import('/bundle.mjs').then(({ result }) => result)")
    } finally {
      await browser.close()
    }
  },
}

/**
 * @param {string} directory
 * @param {string} name
 * @param {string} text
 */
function write(directory, name, text) {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
