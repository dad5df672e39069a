import { randomUUID } from 'node:crypto'

import type { TestClient } from '../requests/client.ts'
import { ALL_ROWS, WriteLog, type Row } from './write-log.ts'
import type { Postgres } from '../database/postgres.ts'
import type { ServerProcess } from '../programs/process.ts'
import { until } from '../until.ts'
import { type WriteResponse, type Send, Writer } from './writer.ts'

const WRITERS = 12

/** Waits for a number of further responses with a status. */
type WaitForResponses = (status: number, count: number) => Promise<void>

/**
 * Runs clients that write continuously during `work`, then compares the database with the responses that they received.
 * Returns the differences and the unexpected responses.
 */
export async function underWriteLoad(
  client: TestClient,
  query: Postgres['query'],
  work: (more: WaitForResponses) => Promise<void>,
): Promise<string[]> {
  const writeLog = new WriteLog()
  const writers = Array.from(
    { length: WRITERS },
    () => new Writer(randomUUID(), sendThrough(client), writeLog),
  )
  const running = writers.map((writer) => writer.run())
  const count = (status: number) =>
    writers.reduce((sum, { responses: answers }) => sum + (answers.get(status) ?? 0), 0)
  try {
    await work(async (status, more) => {
      const target = count(status) + more
      await until(() => Promise.resolve(count(status) >= target))
    })
  } finally {
    for (const writer of writers) writer.stop()
    await Promise.all(running)
  }
  const rows = await query<Row>(ALL_ROWS)
  return [...writers.flatMap(({ unexpectedResponses }) => unexpectedResponses), ...writeLog.check(rows)]
}

/** Throws for a 503 without Retry-After. */
function sendThrough(client: TestClient): Send {
  return async (method, path, body, key) => {
    const answer = await client.send<WriteResponse['body'] | undefined>(method, `/api/v1${path}`, {
      body,
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    })
    const { status, headers } = answer
    const wait = headers.get('retry-after')
    if (status === 503 && wait !== '1') throw new Error(`503 with Retry-After ${String(wait)}`)
    return { status, body: answer.body ?? {}, replayed: headers.has('Idempotent-Replayed') }
  }
}

/** The unexpected errors of a server after a database failure: its exit, output on stderr, and log lines of level error. */
export function unexpectedErrorsOf({ child, output }: ServerProcess): string[] {
  const errors = output.stdout.split('\n').filter((line) => /"level":[56]0/.test(line))
  return [
    ...(child.exitCode === null && child.signalCode === null ? [] : ['The server has exited']),
    ...(output.stderr === '' ? [] : [output.stderr]),
    ...errors,
  ]
}
