import { getBuiltinModule } from 'node:process'

import { escapeText } from '@workbench/contracts'

import { type HookResponse, rejection, startWarning } from './response.ts'
import type { Task } from './task.ts'

/** The limit of the heap, in MiB. */
const NODE_OPTIONS = ['--max-old-space-size=1024']

/** The time that the process has less than this one, to return its response, in milliseconds. */
const RESERVED_MS = 1000

const PROGRAM = `const { validator, task } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
process.stdout.write(JSON.stringify(require(validator).runTask(task)))`

/**
 * Runs a task with a large file in a process that is killed at the deadline: JavaScript that parses one text cannot be
 * interrupted, and a thread in the garbage collector delays the end of the hook. If the process ends in any other way than
 * with a response, because it needs too much memory or time, then what it should validate is rejected.
 * @param programs paths of Node.js and of the bundle of the validator
 */
export function validateLarge(
  task: Task,
  { node, validator }: { readonly node: string; readonly validator: string },
): HookResponse {
  const { context } = task
  // Not imported, because it takes long to load, and few events need it.
  const { spawnSync } = getBuiltinModule('node:child_process')
  const limited = { ...task, context: { ...context, deadline: context.deadline - RESERVED_MS } }
  const { status, stdout, error } = spawnSync(node, [...NODE_OPTIONS, '-e', PROGRAM], {
    input: JSON.stringify({ validator, task: limited }),
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: Infinity,
    timeout: Math.max(1, context.deadline - Date.now()),
    killSignal: 'SIGKILL',
  })
  if (status === 0) return JSON.parse(stdout) as HookResponse
  const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT'
  return unvalidated(
    task,
    isLate ? 'it takes too much time' : 'it takes too much memory, or the validation crashed',
  )
}

function unvalidated({ event, files }: Task, reason: string): HookResponse {
  if (event.kind === 'start') return startWarning('they need too much time or memory')
  const own = files.filter(({ isOthers }) => !isOthers)
  const names = own.slice(0, 3).map(({ path }) => escapeText(path.slice(-200)))
  const subject = [...names, ...(own.length > 3 ? ['others'] : [])].join(', ') || '.workbench'
  return rejection(`${subject} was rejected, because it could not be validated: ${reason}; make it smaller`)
}
