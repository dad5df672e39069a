import { randomUUID } from 'node:crypto'

import type { TestClient } from './client.ts'
import { EVERYTHING, Ledger, type Row } from './ledger.ts'
import type { Postgres } from './postgres.ts'
import type { ServerProcess } from './process.ts'
import { until } from './until.ts'
import { type Answer, type Send, Writer } from './writer.ts'

const WRITERS = 12

/** Waits until so many more answers with this status have come. */
export type More = (status: number, count: number) => Promise<void>

/**
 * Lets clients write without a pause while `work` is done, and says everything that is then wrong in the database by
 * what they were told.
 */
export async function underLoad(
  client: TestClient,
  query: Postgres['query'],
  work: (more: More) => Promise<void>,
): Promise<string[]> {
  const ledger = new Ledger()
  const writers = Array.from({ length: WRITERS }, () => new Writer(randomUUID(), sendThrough(client), ledger))
  const running = writers.map((writer) => writer.run())
  const count = (status: number) => writers.reduce((sum, { answers }) => sum + (answers.get(status) ?? 0), 0)
  try {
    await work(async (status, more) => {
      const target = count(status) + more
      await until(() => Promise.resolve(count(status) >= target))
    })
  } finally {
    for (const writer of writers) writer.stop()
    await Promise.all(running)
  }
  const rows = await query<Row>(EVERYTHING)
  return [...writers.flatMap(({ surprises }) => surprises), ...ledger.faults(rows)]
}

/** Every 503 has to say when to come back. */
function sendThrough(client: TestClient): Send {
  return async (method, path, body, key) => {
    const answer = await client.send<Answer['body'] | undefined>(method, `/api/v1${path}`, {
      body,
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    })
    const { status, headers } = answer
    const wait = headers.get('retry-after')
    if (status === 503 && wait !== '1') throw new Error(`503 with Retry-After ${String(wait)}`)
    return { status, body: answer.body ?? {}, replayed: headers.has('Idempotent-Replayed') }
  }
}

/** What is wrong with a server after a fault of its database: it ended, or met an error that it did not expect. */
export function harmTo({ child, output }: ServerProcess): string[] {
  const errors = output.stdout.split('\n').filter((line) => /"level":[56]0/.test(line))
  return [
    ...(child.exitCode === null && child.signalCode === null ? [] : ['The server has ended']),
    ...(output.stderr === '' ? [] : [output.stderr]),
    ...errors,
  ]
}
