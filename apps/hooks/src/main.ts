import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { nodeProblem } from '@workbench/agents/node-version'
import { attempt } from '@workbench/workspace'

import {
  EVENT_TIMEOUT_MS,
  failure,
  type HookResponse,
  MAX_BYTES_IN_PROCESS,
  rejection,
  RESERVED_MS,
} from './response.ts'
import { respond } from './run-hook.ts'
import type { Task } from './task.ts'
import { validateLarge } from './validate-large.ts'
import type * as Validation from './validation/validation-bundle.ts'

const deadline = Date.now() + EVENT_TIMEOUT_MS - RESERVED_MS

const validator = join(import.meta.dirname, 'validation.cjs')

// Agents continue after any exit status but 2.
process.on('uncaughtException', (error) => end(failure(error)))
process.on('SIGTERM', () => end(rejection('the hook was stopped, so nothing was validated')))

// No top-level await: the bundle is CommonJS, which Node starts faster than an ES module.
void main()

async function main(): Promise<void> {
  // The root if the current directory was deleted.
  const cwd = attempt(() => process.cwd()) ?? '/'
  const context = { env: process.env, cwd, deadline }
  end(await respond(process.stdin, context, runTask, nodeProblem(process.versions.node)))
}

function runTask(task: Task): HookResponse {
  if (task.largest > MAX_BYTES_IN_PROCESS) return validateLarge(task, { node: process.execPath, validator })
  const { createRequire } = process.getBuiltinModule('node:module')
  return (createRequire(import.meta.filename)(validator) as typeof Validation).runTask(task)
}

function end({ status: intended, message, output }: HookResponse): void {
  const isPrinted = output !== undefined && print(1, output)
  // The agent cannot read the message on standard output: the exit status has to signal the failure.
  const status = output === undefined || isPrinted || message === '' ? intended : 2
  if (message !== '' && !isPrinted) print(2, `${message}\n`)
  process.exit(status)
}

/** Writes to a standard stream, and returns whether it was possible: the pipe can be closed or full. */
const print = (stream: 1 | 2, text: string): boolean =>
  attempt(() => {
    writeFileSync(stream, text)
    return true
  }) === true
