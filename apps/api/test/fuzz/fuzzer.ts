import fc from 'fast-check'

import { Client, type Run } from './client.ts'
import { ReadWriteLock } from './read-write-lock.ts'
import type { Identity } from './requests.ts'
import { type Step, stepOf } from './steps.ts'

const CLIENTS = 8
const STEPS = 80
/** A shorter sequence is looked for no longer than this. */
const SHRINKING_MS = 20_000
/** So many sequences have a seed together. */
const SEQUENCES = 10

const sequences = fc.array(stepOf(), { minLength: 1, maxLength: STEPS, size: 'max' })

/** Where a failure was found, for `fc.check` to find it again. */
interface Found {
  seed: number
  path: string
  report: string
}

/** Sends sequences of requests to a server that serves nobody else. */
export class Fuzzer {
  sequences = 0
  readonly #run: Run
  #found: Found | undefined

  constructor(origin: string, credentials: Identity['credentials'], { isLimited = false } = {}) {
    this.#run = {
      origin,
      credentials,
      lock: new ReadWriteLock(),
      clients: new Set(),
      answers: new Map(),
      isLimited,
    }
  }

  get answers(): ReadonlyMap<string, number> {
    return this.#run.answers
  }

  get sent(): number {
    return [...this.answers.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Sends so many requests, or until an answer is wrong. Returns what was wrong, and how to see it again. */
  async run(limit: number, seed: number): Promise<string | undefined> {
    let batch = 0
    const goesOn = (): boolean => this.sent < limit && this.#found === undefined
    const worker = async (): Promise<void> => {
      while (goesOn()) await this.#batch(seed + batch++, goesOn)
    }
    await Promise.all(Array.from({ length: CLIENTS }, worker))
    if (this.#found === undefined) return undefined
    const { seed: failing, path, report } = this.#found
    return (
      (await this.replay(failing, path)) ??
      `It needs several clients at once; alone, a sequence does not fail:\n${report}`
    )
  }

  /** Sends one sequence that failed, alone, and looks for a shorter one. */
  async replay(seed: number, path: string): Promise<string | undefined> {
    const property = fc.asyncProperty(sequences, async (steps) => {
      await this.#clear()
      await this.#attempt(steps, () => true)
    })
    const details = await fc.check(property, {
      seed,
      path,
      numRuns: SEQUENCES,
      interruptAfterTimeLimit: SHRINKING_MS,
    })
    return details.failed ? reportOf(details) : undefined
  }

  async #batch(seed: number, goesOn: () => boolean): Promise<void> {
    const property = fc.asyncProperty(sequences, (steps) => this.#attempt(steps, goesOn))
    const details = await fc.check(property, { seed, numRuns: SEQUENCES, endOnFailure: true })
    // After one failure the lists of the others are not what they expect.
    if (details.failed)
      this.#found ??= { seed, path: details.counterexamplePath ?? '', report: reportOf(details) }
  }

  async #attempt(steps: readonly Step[], goesOn: () => boolean): Promise<void> {
    if (!goesOn()) return
    const client = new Client(this.#run, `${Date.now().toString(36)}-${this.sequences++}`)
    try {
      for (const step of steps) if (goesOn()) await client.take(step)
      await client.finish()
    } catch (error) {
      throw new Error(`${(error as Error).message}\nThe last request was ${client.last}`, { cause: error })
    }
  }

  /** Takes away what a sequence that failed has left. */
  async #clear(): Promise<void> {
    const { origin, credentials, clients } = this.#run
    const headers = { Authorization: `Bearer ${credentials.both ?? ''}` }
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
  return [
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `The sequence, of ${steps.length} steps:`,
    ...steps,
    `To see it again: pnpm fuzz --seed ${seed} --path ${counterexamplePath ?? ''}`,
  ].join('\n')
}
