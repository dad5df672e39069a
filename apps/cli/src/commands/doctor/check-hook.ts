import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { answersOf } from '@workbench/agents/events'
import type { Agent } from '@workbench/agents/install'
import { isObject, openContracts } from '@workbench/contracts'
import { packagedContracts, tryParse } from '@workbench/contracts/internal'

import type { Outcome } from './check.ts'
import { describeEnd, type End, type Program, runProgram, type RunOptions } from './run-program.ts'

/** A contract that every version of the hook knows. */
const CONTRACT = 'finding.v1'

/** The JSON Pointer of the first violation of an artifact that has nothing else than this contract. */
const VIOLATION = '/producedBy'

/**
 * Sends the hook an event for a broken artifact and one for a valid artifact, as an agent does. The artifacts are in a
 * temporary folder, which is a project of its own with the built-in contracts: what is in the working area has no effect, and
 * nothing is recorded there.
 */
export async function checkHook(
  program: Program,
  { name, afterWrite, afterWriteEvent }: Agent,
  options: RunOptions,
): Promise<Outcome> {
  const directory = packagedContracts()
  const folder = mkdtempSync(join(tmpdir(), 'workbench-doctor-'))
  const file = join(folder, 'artifact.json')
  const env = { ...program.env, WORKBENCH_ROOT: folder, WORKBENCH_SCHEMAS: directory }
  const send = (artifact: unknown): Promise<End> => {
    writeFileSync(file, JSON.stringify(artifact))
    const common = { session_id: 'doctor', cwd: program.cwd, hook_event_name: afterWriteEvent }
    return runProgram({ ...program, env }, JSON.stringify({ ...common, ...afterWrite(file) }), options)
  }
  try {
    const rejected = await send({ schema: CONTRACT })
    const reports = (rejected.stderr + rejected.stdout).includes(VIOLATION)
    const isAnswer =
      hasMessage(rejected.stdout) || (answersOf(name).rejection.after === 'status 2' && rejected.status === 2)
    if (!reports || !isAnswer) {
      const isSilent = rejected.status === 0 && `${rejected.stderr}${rejected.stdout}`.trim() === ''
      return failed(isSilent ? 'accepts a broken artifact' : describeEnd(rejected))
    }
    const accepted = await send(openContracts({ directory }).get(CONTRACT).example)
    if (accepted.status !== 0 || accepted.stdout.trim() !== '')
      return failed(`rejects a valid artifact: ${describeEnd(accepted)}`)
    return { status: 'ok', message: 'rejects a broken artifact and accepts a valid one' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failed = (message: string) => ({ status: 'failed', message }) as const

/** Whether standard output has a message for an agent that does not read standard error. */
function hasMessage(stdout: string): boolean {
  const answer = tryParse(stdout)
  if (!isObject(answer)) return false
  const { decision, additionalContext, contextModification, hookSpecificOutput: specific } = answer
  const nested = isObject(specific) ? specific['additionalContext'] : undefined
  const context = additionalContext ?? contextModification ?? nested
  return decision === 'block' || decision === 'deny' || context !== undefined
}
