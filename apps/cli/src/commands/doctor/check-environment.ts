import { accessSync, constants, lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, formatProblem } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import { AREA_FOLDER } from '@workbench/workspace'

import type { Check } from './check.ts'
import { type Program, runProgram, type RunOptions } from './run-program.ts'

const MIN_VERSION = [20, 19] as const

/** The version of Node.js that agents start. */
export async function checkNode(program: Pick<Program, 'cwd' | 'env'>, options: RunOptions): Promise<Check> {
  const version = { ...program, command: 'node', args: ['--version'] }
  const { stdout, status, problem } = await runProgram(version, '', options)
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  const isRecent = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])
  if (status === 0 && isRecent) return { name: 'node', status: 'ok', message: stdout.trim() }
  const message = status === 0 ? `${stdout.trim()} is too old` : (problem ?? 'failed')
  const fix = `install Node.js ${MIN_VERSION.join('.')} or newer, and put it on the path`
  return { name: 'node', status: 'failed', message, fix }
}

/** A failed check for each contract that cannot be used. */
export function checkContracts(contracts: Contracts): Check[] {
  const name = 'contracts'
  const entries = contracts.list()
  const broken = entries.filter(({ problems }) => problems.length > 0)
  if (broken.length > 0)
    return broken.map(({ problems }) => {
      const message = problems.map(formatProblem).join('; ')
      return { name, status: 'failed', message, fix: 'workbench contracts lint' }
    })
  const fix = 'workbench contracts new <noun>'
  const message = `${entries.length} in ${contracts.directory}`
  if (entries.length === 0) return [{ name, status: 'failed', message, fix }]
  const missing = contracts.missingBuiltIn().join(', ')
  if (missing === '') return [{ name, status: 'ok', message }]
  const without = `${message}, without the built-in ${missing}`
  return [{ name, status: 'not set up', message: without, fix: `${fix}, for each that the project uses` }]
}

/** The working area must be a folder that can be written, or there must be none. */
export function checkWorkingArea(root: string): Check {
  const name = 'working area'
  const path = join(root, AREA_FOLDER)
  const failed = (message: string, fix: string): Check => ({
    name,
    status: 'failed',
    message: `${path}: ${message}`,
    fix,
  })
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isDirectory()) return failed('it is not a folder', `delete or rename ${path}`)
  const folder = stat ? path : root
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    return failed(describeFsError(error, 'write'), `make ${folder} writable`)
  }
  return { name, status: 'ok', message: stat ? path : `${path}, created with the first artifact` }
}
