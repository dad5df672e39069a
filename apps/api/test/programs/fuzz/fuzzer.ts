import fc from 'fast-check'

import { Client, type Run } from '../../model/client.ts'
import { Connections } from '../../model/connections.ts'
import { ReadWriteLock } from '../../model/read-write-lock.ts'
import type { Identity } from '../../model/requests/classify-request.ts'
import { stepOf } from '../../model/steps/arbitrary-step.ts'
import type { Step } from '../../model/steps/step.ts'

const CLIENTS = 8
const STEPS = 80
/** The time limit for shrinking a failing sequence. */
const MAX_SHRINKING_MS = 20_000
const SEQUENCES_PER_SEED = 10

const sequences = fc.array(stepOf(), { minLength: 1, maxLength: STEPS, size: 'max' })

/** A failure, with the seed and path that reproduce it with `fc.check`. */
interface Found {
  seed: number
  path: string
  report: string
}

/** Sends sequences of requests to a server without other clients. */
export class Fuzzer {
  sequences = 0
  readonly #origin: string
  readonly #run: Run
  #found: Found | undefined

  constructor(origin: string, credentials: Identity['credentials'], { isLimited = false } = {}) {
    this.#origin = origin
    this.#run = {
      connections: () => new Connections(() => [origin]),
      credentials,
      lock: new ReadWriteLock(),
      clients: new Set(),
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

  /** Sends `limit` requests, or stops at the first unexpected response. Returns a report of that, with the command to reproduce it. */
  async run(limit: number, seed: number): Promise<string | undefined> {
    let batch = 0
    const shouldContinue = (): boolean => this.sent < limit && this.#found === undefined
    const worker = async (): Promise<void> => {
      while (shouldContinue()) await this.#batch(seed + batch++, shouldContinue)
    }
    await Promise.all(Array.from({ length: CLIENTS }, worker))
    if (this.#found === undefined) return undefined
    const { seed: failing, path, report } = this.#found
    return (
      (await this.replay(failing, path)) ??
      `${report}\nThe sequence alone does not reproduce it; the failure requires concurrent clients.`
    )
  }

  /** Sends a failing sequence without concurrent clients, and shrinks it. */
  async replay(seed: number, path: string): Promise<string | undefined> {
    const property = fc.asyncProperty(sequences, async (steps) => {
      await this.#clear()
      await this.#attempt(steps, () => true)
    })
    const details = await fc.check(property, {
      seed,
      path,
      numRuns: SEQUENCES_PER_SEED,
      plugins: [fc.interruptAfterTimeLimit(MAX_SHRINKING_MS) as fc.Plugin<[Step[]]>],
    })
    return details.failed ? reportOf(details) : undefined
  }

  async #batch(seed: number, shouldContinue: () => boolean): Promise<void> {
    const property = fc.asyncProperty(sequences, (steps) => this.#attempt(steps, shouldContinue))
    const details = await fc.check(property, { seed, numRuns: SEQUENCES_PER_SEED, endOnFailure: true })
    // Later failures are ignored: the resources of the failed client remain in the lists of the others.
    if (details.failed)
      this.#found ??= { seed, path: details.counterexamplePath ?? '', report: reportOf(details) }
  }

  async #attempt(steps: readonly Step[], shouldContinue: () => boolean): Promise<void> {
    if (!shouldContinue()) return
    const client = new Client(this.#run, `${Date.now().toString(36)}-${this.sequences++}`)
    try {
      await client.begin()
      for (const step of steps) if (shouldContinue()) await client.executeStep(step)
      await client.finish()
    } catch (error) {
      throw new Error(`${(error as Error).message}\nThe last request: ${client.last}`, { cause: error })
    }
  }

  /** Deletes the resources of a failed sequence. */
  async #clear(): Promise<void> {
    const { credentials, clients } = this.#run
    const origin = this.#origin
    const headers = { Authorization: `Bearer ${credentials?.both ?? ''}` }
    const response = await fetch(`${origin}/api/v1/projects?size=1000`, { headers })
    const { content } = (await response.json()) as { content: { id: string }[] }
    for (const { id } of content)
      await fetch(`${origin}/api/v1/projects/${id}`, { method: 'DELETE', headers })
    clients.clear()
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
