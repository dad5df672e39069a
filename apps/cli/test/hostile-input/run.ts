import fc from 'fast-check'

import { cliBatches, runCliBatch } from './cli-cases.ts'
import { hookCases, runHookCase } from './hook-cases.ts'
import { show } from '@workbench/test-support/output-rules'
import { runToolCases, toolCases } from './tool-cases.ts'

/** Files that one process of the command validates, and calls that one server answers. */
const FILES_PER_PROCESS = 20
const CALLS_PER_SERVER = 200

interface RunOptions {
  /** Number of cases: 45 % for the command, 25 % for the hook, 30 % for the tools. */
  readonly cases: number
  readonly seed: number
}

interface RunSummary {
  readonly command: number
  readonly hook: number
  readonly tools: number
  /** One line for each thing that is wrong. */
  readonly failures: readonly string[]
}

/**
 * Runs hostile input through the built command, hook and MCP server. The same seed and number of cases generate the same
 * input.
 */
export async function runHostileInput({ cases, seed }: RunOptions): Promise<RunSummary> {
  const batches = fc.sample(cliBatches(FILES_PER_PROCESS), {
    numRuns: Math.max(1, Math.round((0.45 * cases) / FILES_PER_PROCESS)),
    seed,
  })
  const events = fc.sample(hookCases, { numRuns: Math.max(1, Math.round(0.25 * cases)), seed })
  const calls = fc.sample(toolCases, { numRuns: Math.max(1, Math.round(0.3 * cases)), seed })
  const failures: string[] = []
  const report = (name: string, input: unknown, problem: string) => {
    failures.push(`${name}: ${show(problem)} for ${show(JSON.stringify(input, withoutContent))}`)
  }
  // Two lanes: one for the hook, which takes as long as the others.
  await Promise.all([
    (async () => {
      for (const [index, event] of events.entries())
        for (const problem of await runHookCase(event)) report(`hook ${index}`, event, problem)
    })(),
    (async () => {
      for (const [index, batch] of batches.entries())
        for (const problem of await runCliBatch(batch)) report(`command ${index}`, batch, problem)
      for (let start = 0; start < calls.length; start += CALLS_PER_SERVER) {
        const some = calls.slice(start, start + CALLS_PER_SERVER)
        for (const { index, problem } of await runToolCases(some))
          report(`tools ${start + index}`, some[index], problem)
      }
    })(),
  ])
  return {
    command: batches.length * FILES_PER_PROCESS,
    hook: events.length,
    tools: calls.length,
    failures,
  }
}

/** Leaves out the content of an artifact, which has a description. */
const withoutContent = (name: string, value: unknown): unknown =>
  name === 'bytes' || name === 'value' ? undefined : value
