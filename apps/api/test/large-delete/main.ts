import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { createClient } from '../support/requests/client.ts'
import { createDatabase } from '../support/database/database.ts'
import { makeProject } from '../support/requests/make.ts'
import { end, makeDirectory, startServer } from '../support/programs/process.ts'
import { useDatabaseServer } from '../support/database/script-database.ts'

const WRITERS = 5

// Deletes projects with many tasks, and prints how long that takes and the latency of writers in another project.
const { values } = parseArgs({ options: { tasks: { type: 'string', default: '100000,1000000' } } })
const databaseServer = await useDatabaseServer()
const database = await createDatabase()
const directory = await makeDirectory()
// A deletion may take longer than the timeouts of an ordinary server.
const url = `${database.url}?statement_timeout=3600000&query_timeout=3600000`
const server = await startServer(directory.path, { DATABASE_URL: url })
server.child.stdout?.removeAllListeners('data').resume()
const client = createClient(server.origin)
const db = new pg.Client({ connectionString: database.url })
await db.connect()
try {
  const other = await makeProject(client)
  process.stdout.write('     tasks  delete s  status   others: writes  p50 ms  p99 ms  max ms\n')
  for (const tasks of values.tasks.split(',').map(Number)) {
    const { id } = await makeProject(client)
    await fill(id, tasks)
    await db.query('checkpoint')
    let isDeleting = true
    const latencies: number[] = []
    const writers = Array.from({ length: WRITERS }, async () => {
      while (isDeleting) {
        const start = performance.now()
        const { status } = await client.send('POST', `/api/v1/projects/${other.id}/tasks`, {
          body: { title: 'a' },
        })
        if (status !== 201) throw new Error(`Another writer received ${status}`)
        latencies.push(performance.now() - start)
        await sleep(5)
      }
    })
    const start = performance.now()
    const { status } = await client.send('DELETE', `/api/v1/projects/${id}`)
    const seconds = (performance.now() - start) / 1000
    isDeleting = false
    await Promise.all(writers)
    latencies.sort((a, b) => a - b)
    const at = (share: number): string =>
      (latencies[Math.floor(share * (latencies.length - 1))] ?? NaN).toFixed(1).padStart(7)
    process.stdout.write(
      `${String(tasks).padStart(10)} ${seconds.toFixed(2).padStart(9)} ${String(status).padStart(7)} ` +
        `${String(latencies.length).padStart(16)} ${at(0.5)} ${at(0.99)} ${at(1)}\n`,
    )
  }
} finally {
  await db.end()
  await end(server)
  await database.drop()
  await directory.remove()
  await databaseServer.stop()
}

/** Inserts tasks without triggers, and creates the indexes afterwards: many times faster for millions of rows. */
async function fill(projectId: string, tasks: number): Promise<void> {
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'tasks'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into tasks (id, project_id, title, status, priority)
     select gen_random_uuid(), $1, 'Task ' || n, 'TODO', 'MEDIUM' from generate_series(1, $2::integer) as n`,
    [projectId, tasks],
  )
  await db.query(
    `insert into task_counts (project_id, status, priority, tasks) values ($1, 'TODO', 'MEDIUM', $2)`,
    [projectId, tasks],
  )
  await db.query('set session_replication_role = origin')
  await db.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await db.query(definition)
  await db.query('analyze tasks')
}
