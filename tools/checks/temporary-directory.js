import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Creates the temporary directory of the checks, in memory where that is possible: their thousands of files and databases
 * take a tenth less processor time there than on a disk.
 */
export function createTemporaryDirectory() {
  try {
    const directory = mkdtempSync(join(IN_MEMORY, 'wb-'))
    if (isLargeEnough(directory) && runsPrograms(directory)) return directory
    rmSync(directory, { recursive: true })
  } catch {
    // Only Linux has it.
  }
  return mkdtempSync(join(tmpdir(), 'wb-'))
}

/** @param {string} directory */
function isLargeEnough(directory) {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize >= NEEDED_BYTES
}

/**
 * Whether the file system is not mounted with `noexec`, as in most containers.
 * @param {string} directory
 */
function runsPrograms(directory) {
  const program = join(directory, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
