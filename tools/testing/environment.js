import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vm from 'node:vm'

import { TestEnvironment } from 'jest-environment-node'

/** In bytes. */
const MAX_HEAP = 600 * 2 ** 20

/** The message of Jest that gives a worker its next test file. */
const CALL = 1

/**
 * Gives each test file a temporary directory of its own, as TMPDIR of the worker and of the processes that it starts,
 * and removes it with its content after the last hook of the file.
 */
export default class TemporaryDirectoryEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    const outer = process.env['TMPDIR']
    // Short, since the path of a Unix socket in it must not exceed 107 bytes.
    const directory = mkdtempSync(join(tmpdir(), 'wb-'))
    // Tests run as root start some processes as another user.
    chmodSync(directory, 0o755)
    // The file's `process.env` is a copy that the next line makes.
    process.env['TMPDIR'] = directory
    const { createContext } = vm
    // The global object that Jest passes is a proxy, which each use of `Array` or `Math` in a test calls: a fifth of the
    // processor time of tests that compute.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...args)
    } finally {
      vm.createContext = createContext
    }
    this.outer = outer
    this.directory = directory
  }

  /** @override */
  async teardown() {
    await super.teardown()
    if (this.outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = this.outer
    remove(this.directory)
    if (process.memoryUsage().heapUsed > MAX_HEAP) exitAtNextFile()
  }
}

/**
 * Exits when the next test file arrives, for which Jest then starts a new worker: the modules of a test file stay in memory,
 * and a large heap makes garbage collection and the start of processes slow. The `workerIdleMemoryLimit` of Jest kills a
 * worker that already runs its next file.
 */
function exitAtNextFile() {
  process.prependListener('message', (message) => {
    if (Array.isArray(message) && message[0] === CALL) process.exit(1)
  })
}

/**
 * Removes a folder, even if a test has made folders in it unwritable.
 * @param {string} directory
 */
function remove(directory) {
  try {
    rmSync(directory, { recursive: true })
  } catch {
    makeWritable(directory)
    // A process that a test has killed may not have exited yet.
    rmSync(directory, { recursive: true, maxRetries: 10 })
  }
}

/** @param {string} directory */
function makeWritable(directory) {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(directory, entry.name))
  }
}
