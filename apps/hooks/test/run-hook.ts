import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { testsBuiltPrograms } from '@workbench/test-support/built-programs'
import { plugin, type Result, runHook as runBuiltHook, type RunOptions } from '@workbench/test-support/hook'

import { EVENT_TIMEOUT_MS, MAX_BYTES_IN_PROCESS } from '../src/response.ts'
import { respond } from '../src/run-hook.ts'
import { validateLarge } from '../src/validate-large.ts'
import { runTask } from '../src/validation/validation-bundle.ts'

const validator = join(plugin, 'dist', 'hook', 'validation.cjs')

/**
 * Runs the hook: in this process, or the built one as a child process if the run of the tests is for the built programs.
 */
export async function runHook(input: string | Uint8Array, options: RunOptions = {}): Promise<Result> {
  if (options.program !== undefined || testsBuiltPrograms) return runBuiltHook(input, options)
  const context = {
    env: { PATH: process.env['PATH'], ...options.env },
    cwd: options.cwd ?? tmpdir(),
    deadline: Date.now() + EVENT_TIMEOUT_MS,
  }
  const { status, message, output } = await respond(Readable.from([Buffer.from(input)]), context, (task) =>
    task.largest > MAX_BYTES_IN_PROCESS
      ? validateLarge(task, { node: process.execPath, validator })
      : runTask(task),
  )
  const isOnStderr = output === undefined && message !== ''
  return { status, stdout: output ?? '', stderr: isOnStderr ? `${message}\n` : '' }
}
