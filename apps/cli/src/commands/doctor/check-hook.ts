import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Agent } from '@workbench/agents'

import type { Check } from './check.ts'
import { type Outcome, type Program, runProgram, type RunOptions } from './run-program.ts'
import type { Samples } from './samples.ts'

/**
 * Sends the hook an event for a broken artifact and one for a valid artifact, as an agent does. The artifacts are in a
 * temporary folder.
 */
export async function checkHook(
  program: Program,
  { afterWrite, answers }: Agent,
  { broken, valid, violation }: Samples,
  options: RunOptions,
): Promise<Pick<Check, 'status' | 'message'>> {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-doctor-'))
  const file = join(folder, 'artifact.json')
  const send = (artifact: unknown): Promise<Outcome> => {
    writeFileSync(file, JSON.stringify(artifact))
    return runProgram(program, JSON.stringify(afterWrite.event(file, program.cwd)), options)
  }
  try {
    const rejected = await send(broken)
    const reports = (rejected.stderr + rejected.stdout).includes(violation)
    const isAnswer =
      hasMessage(rejected.stdout) || (answers.rejection.after === 'status 2' && rejected.status === 2)
    if (!reports || !isAnswer) {
      return failed(describe(rejected) ?? 'accepts a broken artifact')
    }
    const accepted = await send(valid)
    if (accepted.status !== 0 || hasMessage(accepted.stdout)) {
      return failed(`rejects a valid artifact: ${describe(accepted) ?? ''}`)
    }
    return { status: 'ok', message: 'rejects a broken artifact and accepts a valid one' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failed = (message: string) => ({ status: 'failed', message }) as const

/** Whether standard output has a message for an agent that does not read standard error. */
function hasMessage(stdout: string): boolean {
  try {
    const { decision, additionalContext, hookSpecificOutput } = JSON.parse(stdout) as {
      readonly decision?: unknown
      readonly additionalContext?: unknown
      readonly hookSpecificOutput?: { readonly additionalContext?: unknown }
    }
    const context = additionalContext ?? hookSpecificOutput?.additionalContext
    return decision === 'block' || decision === 'deny' || context !== undefined
  } catch {
    return false
  }
}

/** Undefined if the program ended without a problem and without output. */
function describe({ problem, status, stdout, stderr }: Outcome): string | undefined {
  if (problem !== undefined) return problem
  const line = firstLine(stderr) ?? firstLine(stdout)
  if (status === 0 && line === undefined) return undefined
  return `ended with ${status === null ? 'a signal' : `status ${status}`}${line === undefined ? '' : `: ${line}`}`
}

/** The line with the error, in the output of Node.js. */
function firstLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0])?.slice(0, 300)
}
