import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'

import { HOOK, runProgram } from '../hostile-input/run-program.ts'
import { currentIds, type GeneratedFact, memories, seedMemory } from '@workbench/test-support/seed-memory'

interface RecallResult {
  readonly current: number
  /** Superseded, expired and invalid facts. */
  readonly others: number
  /** Facts that were shown and are not current, and current facts that were neither shown nor counted. */
  readonly failures: readonly string[]
}

/** Creates memories, and starts a session in each with the built hook. */
export async function checkRecall(count: number, seed: number): Promise<RecallResult> {
  const samples = fc.sample(memories(), { numRuns: count, seed })
  const today = new Date().toISOString().slice(0, 10)
  const failures: string[] = []
  let current = 0
  let next = 0
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const facts = samples[index] ?? []
      const expected = currentIds(facts, today)
      current += expected.length
      const failure = compare(expected, await contextFor(facts))
      if (failure !== undefined) failures.push(`memory ${index} of seed ${seed}: ${failure}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { current, others: samples.flat().length - current, failures }
}

/** What the hook adds to the context of an agent. */
async function contextFor(facts: readonly GeneratedFact[]): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'workbench-memory-'))
  try {
    seedMemory(root, facts)
    const event = { hook_event_name: 'SessionStart', source: 'startup', cwd: root }
    const options = { cwd: root, env: { WORKBENCH_ROOT: root }, input: JSON.stringify(event) }
    const { status, stdout, stderr } = await runProgram(process.execPath, [HOOK], options)
    if (status !== 0) throw new Error(`The hook exited with ${status}: ${stderr}`)
    const output = JSON.parse(stdout || '{}') as { hookSpecificOutput?: { additionalContext?: string } }
    return output.hookSpecificOutput?.additionalContext ?? ''
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** What is wrong with the context, if anything. */
function compare(expected: readonly string[], context: string): string | undefined {
  const shown = [...context.matchAll(/^fact-\d+/gm)].map(([id]) => id)
  const wrong = shown.filter((id) => !expected.includes(id))
  if (wrong.length > 0) return `shows ${wrong.join(', ')}`
  const more = Number(/^… and (\d+) more fact/m.exec(context)?.[1] ?? 0)
  const missing = expected.length - shown.length - more
  return missing === 0 ? undefined : `${missing} current facts are missing`
}
