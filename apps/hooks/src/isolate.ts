import type { spawnSync } from 'node:child_process'

import { type HookResponse, rejection } from './response.ts'

/** What a hook in another process needs. */
interface IsolatedHook {
  /** Path of Node.js and of the hook. */
  readonly command: readonly [string, string]
  readonly input: string
  /** In milliseconds since 1970. */
  readonly deadline: number
}

/** Limits of the heap, in MiB. A small young generation takes a sixth less memory in total, and no more time. */
const MEMORY_OPTIONS = ['--max-old-space-size=1024', '--max-semi-space-size=4']

/** The time to end another process, which may have to write its cache, and to answer, in milliseconds. */
const RESERVED_MS = 2000

/**
 * Handles an event in another process. If that process ends in any other way than with a response, because it needs too
 * much memory or time, then `subject` is rejected.
 * @param spawn loaded by the caller: few events need it
 */
export function isolate(
  { command: [node, program], input, deadline }: IsolatedHook,
  subject: string,
  spawn: typeof spawnSync,
): HookResponse {
  const { status, stdout, stderr, error } = spawn(
    node,
    [...MEMORY_OPTIONS, program, String(deadline - RESERVED_MS)],
    {
      input,
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: Math.max(1, deadline - Date.now()),
      killSignal: 'SIGKILL',
    },
  )
  if (status === 0 || status === 1 || status === 2)
    return { status, message: stderr.trimEnd(), ...(stdout !== '' && { output: stdout.trimEnd() }) }
  const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT'
  const reason = isLate ? 'it takes too much time' : 'it takes too much memory, or the validation crashed'
  return rejection(`${subject} was rejected, because it could not be validated: ${reason}; make it smaller`)
}
