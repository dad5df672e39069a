import { accessSync, constants, lstatSync } from 'node:fs'
import { join } from 'node:path'

import { MIN_NODE_VERSION, nodeProblem } from '@workbench/agents/node-version'
import { type Contracts, formatProblem } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import { AREA_FOLDER, openArea, validateArea } from '@workbench/workspace'

import { countContracts } from '../contracts/own-contracts.ts'
import type { Check } from './check.ts'
import { type Program, runProgram, type RunOptions } from './run-program.ts'

/** The version of Node.js that agents start. */
export async function checkNode(program: Pick<Program, 'cwd' | 'env'>, options: RunOptions): Promise<Check> {
  const version = { ...program, command: 'node', args: ['--version'] }
  const { stdout, status, problem } = await runProgram(version, '', options)
  const unmet = nodeProblem(stdout.trim().slice(1))
  if (status === 0 && unmet === undefined) return { name: 'node', status: 'ok', message: stdout.trim() }
  const message = status === 0 ? `${stdout.trim()} is too old` : (problem ?? 'failed')
  const fix = `install Node.js ${MIN_NODE_VERSION.join('.')} or newer, and put it on the path`
  return { name: 'node', status: 'failed', message, fix }
}

/** All contracts must be usable, and a directory for those of the project must have some. */
export function checkContracts(contracts: Contracts): Check {
  const name = 'contracts'
  const entries = contracts.list()
  const problems = entries.flatMap((entry) => entry.problems.map(formatProblem))
  if (problems.length > 0)
    return { name, status: 'failed', message: problems.join('; '), fix: 'workbench contracts lint' }
  const message = countContracts(contracts, entries)
  if (contracts.ownIds.length > 0) return { name, status: 'ok', message }
  return { name, status: 'failed', message, fix: 'workbench contracts new <noun>' }
}

/**
 * The working area must be a folder that can be written, or there must be none. Names the invalid files in it, which are no
 * problem of the setup.
 * @param timeoutMs for the validation
 */
export function checkWorkingArea(root: string, contracts: Contracts, timeoutMs: number): Check {
  const name = 'working area'
  const path = join(root, AREA_FOLDER)
  const failed = (message: string, fix: string): Check => ({
    ...{ name, status: 'failed', message: `${path}: ${message}`, fix },
  })
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isDirectory()) return failed('it is not a folder', `delete or rename ${path}`)
  const folder = stat ? path : root
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    return failed(describeFsError(error, 'write'), `make ${folder} writable`)
  }
  if (!stat) return { name, status: 'ok', message: `${path}, created with the first artifact` }
  const deadline = Date.now() + timeoutMs
  const invalid = validateArea(openArea(root), () => contracts, { deadline }).filter(({ valid }) => !valid)
  if (invalid.length === 0) return { name, status: 'ok', message: path }
  const [first, ...others] = invalid.map((file) => file.path)
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const message = `${path}; not valid: ${first ?? ''}${more}`
  return { name, status: 'ok', message, fix: `workbench validate ${AREA_FOLDER}` }
}
