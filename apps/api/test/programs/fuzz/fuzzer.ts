import fc from 'fast-check'

import { Client, type Run } from '../../model/client.ts'
import { Connections } from '../../model/connections.ts'
import type { Identity } from '../../model/requests/classify-request.ts'
import { stepOf } from '../../model/steps/arbitrary-step.ts'
import type { Step } from '../../model/steps/step.ts'

const STEPS = 80
/** The time limit for the sequences of a seed, and for shrinking one that fails. */
const MAX_CHECK_MS = 60_000
const SEQUENCES_PER_SEED = 5

const sequences = fc.array(stepOf(), { minLength: 1, maxLength: STEPS, size: 'max' })

/** Sends sequences of requests to a server without other clients. */
export class Fuzzer {
  sequences = 0
  readonly #origin: string
  readonly #run: Run

  constructor(origin: string, credentials: Identity['credentials'], { isLimited = false } = {}) {
    this.#origin = origin
    this.#run = {
      connections: () => new Connections(() => [origin]),
      credentials,
      answers: new Map(),
      isLimited,
      isRepeating: false,
      isAlone: true,
    }
  }

  get answers(): ReadonlyMap<string, number> {
    return this.#run.answers
  }

  get sent(): number {
    return [...this.answers.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Sends at least `limit` requests, or stops at the first unexpected response. Returns a report of that, with the command to reproduce it. */
  async run(limit: number, seed: number): Promise<string | undefined> {
    for (let next = seed; this.sent < limit; next++) {
      const report = await this.#check({ seed: next })
      if (report !== undefined) return report
    }
    return undefined
  }

  /** Sends a failing sequence again. */
  replay(seed: number, path: string): Promise<string | undefined> {
    return this.#check({ seed, path })
  }

  async #check(parameters: { seed: number; path?: string }): Promise<string | undefined> {
    const details = await fc.check(
      fc.asyncProperty(sequences, (steps) => this.#attempt(steps)),
      {
        ...parameters,
        numRuns: SEQUENCES_PER_SEED,
        plugins: [fc.interruptAfterTimeLimit(MAX_CHECK_MS) as fc.Plugin<[Step[]]>],
      },
    )
    return details.failed ? reportOf(details) : undefined
  }

  async #attempt(steps: readonly Step[]): Promise<void> {
    const client = new Client(this.#run, `${Date.now().toString(36)}-${this.sequences++}`)
    try {
      for (const step of steps) await client.executeStep(step)
      await client.finish()
    } catch (error) {
      await this.#clear()
      throw new Error(`${(error as Error).message}\nThe last request: ${client.last}`, { cause: error })
    }
  }

  /** Deletes the resources of a failed sequence. */
  async #clear(): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#run.credentials?.both ?? ''}` }
    const response = await fetch(`${this.#origin}/api/v1/projects?size=1000`, { headers })
    const { content } = (await response.json()) as { content: { id: string }[] }
    for (const { id } of content)
      await fetch(`${this.#origin}/api/v1/projects/${id}`, { method: 'DELETE', headers })
  }
}

function reportOf({
  seed,
  counterexamplePath,
  counterexample,
  errorInstance,
}: fc.RunDetails<[Step[]]>): string {
  const steps = (counterexample?.[0] ?? []).map((step) => `  ${JSON.stringify(step)}`)
  // The error is the last part, because the end of an output is what a reader sees first.
  return [
    `The sequence of ${steps.length} steps:`,
    ...steps,
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `To reproduce it: pnpm --filter @workbench/api fuzz --seed ${seed} --path ${counterexamplePath ?? ''}`,
  ].join('\n')
}
