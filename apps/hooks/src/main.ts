import type * as ChildProcess from 'node:child_process'
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { isolate } from './isolate.ts'
import { unblockStdin } from './non-blocking-stdin.ts'
import { readStdin } from './read-stdin.ts'
import {
  EVENT_TIMEOUT_MS,
  type HookContext,
  type HookResponse,
  MAX_BYTES_IN_PROCESS,
  rejection,
} from './response.ts'
import { failure, runHook } from './run-hook.ts'
import type * as Validation from './validation/validation-bundle.ts'

/** The deadline of the hook that started this one, which is then isolated. */
const inheritedDeadline = process.argv[2]
const deadline = inheritedDeadline === undefined ? Date.now() + EVENT_TIMEOUT_MS : Number(inheritedDeadline)

const validator = { file: join(import.meta.dirname, 'validation.cjs'), engine: process.version }

/** Whether a thread may be blocked in read(2). */
let isBlocked = !unblockStdin(process)

// Agents continue after any exit status but 2.
process.on('uncaughtException', (error) => end(failure(error)))
process.on('SIGTERM', () => end(rejection('the hook was stopped, so nothing was validated')))

// No top-level await: the bundle is CommonJS, which Node starts faster than an ES module.
void main()

async function main(): Promise<void> {
  const input = await readStdin(deadline)
  if ('problem' in input) return end(rejection(`the hook ${input.problem}, so nothing was validated`))
  isBlocked = false
  end(respondTo(input.text))
}

function respondTo(input: string): HookResponse {
  const context = { env: process.env, cwd: currentFolder(), deadline, validator }
  if (inheritedDeadline !== undefined) return runHook(input, context, loadValidation)
  const isolated: HookContext['isolate'] = (subject) =>
    isolate(
      { command: [process.execPath, process.argv[1] ?? ''], input, deadline },
      subject,
      (createRequire(import.meta.filename)('node:child_process') as typeof ChildProcess).spawnSync,
    )
  return input.length > MAX_BYTES_IN_PROCESS
    ? isolated('what the tool wrote')
    : runHook(input, { ...context, isolate: isolated }, loadValidation)
}

/** The root if the current directory was deleted. */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}

function end({ status: intended, message, output }: HookResponse): void {
  const isPrinted = output !== undefined && print(1, output)
  // The agent cannot read the message on standard output: the exit status has to signal the failure.
  const status = output === undefined || isPrinted || message === '' ? intended : 2
  if (message !== '' && !isPrinted) print(2, `${message}\n`)
  // process.exit() would wait for the thread that is blocked in read(2).
  if (isBlocked && status !== 0) process.kill(process.pid, 'SIGKILL')
  process.exit(status)
}

/** Writes to a standard stream, and returns whether it was possible: the reader can have closed it. */
function print(stream: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(stream, bytes, written)
    return true
  } catch {
    // The pipe is closed or full.
    return false
  }
}

const loadValidation = () => createRequire(import.meta.filename)(validator.file) as typeof Validation
