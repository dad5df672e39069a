import { appendFile, chmod, chown, cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { chooseServerUser } from '@workbench/embedded-postgres/server-user'
import { type Binaries, findBinaries } from '@workbench/embedded-postgres/binaries'
import { connectionString } from '@workbench/embedded-postgres/ownership-lock'
import { type Cluster, openCluster } from '@workbench/embedded-postgres/cluster'
import { readPostmasterPid } from '@workbench/embedded-postgres/postmaster-pid'
import { freePort, startServerProcess } from '@workbench/embedded-postgres/server-process'

import { makeDirectory } from '../programs/process.ts'
import { queryOn } from './query-on.ts'
import { until } from '../until.ts'

/** The shutdown modes of PostgreSQL, and SIGKILL. */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

const MAX_STARTS = 10
const RETRY_DELAY_MS = 200

/** A PostgreSQL server for one test file, which can be stopped and killed. */
export interface Postgres {
  cluster: Cluster
  port: number
  url: string
  start: () => Promise<void>
  /** Stops the server and waits until it has exited. */
  stop: (how: keyof typeof STOP_SIGNALS) => Promise<void>
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  remove: () => Promise<void>
}

/** The programs of an installation in a directory. */
export const binariesIn = (directory: string): Binaries => ({
  initdb: join(directory, 'initdb'),
  pg_ctl: join(directory, 'pg_ctl'),
  postgres: join(directory, 'postgres'),
})

/** Starts a new server with additional lines in postgresql.conf. */
export const startPostgres = async (...settings: string[]): Promise<Postgres> =>
  startPostgresOf(await findBinaries(), settings)

/** Starts a new server of another installation. Connections from this machine need no password if `isTrusting` is set. */
export async function startPostgresOf(
  binaries: Binaries,
  settings: string[],
  { isTrusting = false } = {},
): Promise<Postgres> {
  const directory = await makeDirectory()
  const user = await chooseServerUser(process.getuid?.(), binaries, directory.path)
  const cluster = await openCluster(directory.path, user, binaries)
  if (isTrusting) await writeFile(join(cluster.data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  return started(cluster, settings, directory.remove)
}

/** Starts a standby with streaming replication from `primary`, which is restarted to copy its data directory. */
export async function startStandby(primary: Postgres): Promise<Postgres> {
  const directory = await makeDirectory()
  const data = join(directory.path, 'postgres')
  await primary.stop('fast')
  await cp(primary.cluster.data, data, { recursive: true, preserveTimestamps: true })
  await primary.start()
  const cluster = { ...primary.cluster, data }
  await writeFile(join(data, 'standby.signal'), '')
  await changeOwner(cluster)
  const from = new URL(primary.url)
  const source = `host=${from.hostname} port=${from.port} user=${from.username} password=${from.password}`
  return started(cluster, [`primary_conninfo = '${source} application_name=standby'`], directory.remove)
}

async function started(
  cluster: Cluster,
  settings: string[],
  removeDirectory: () => Promise<void>,
): Promise<Postgres> {
  await appendFile(join(cluster.data, 'postgresql.conf'), `\n${settings.join('\n')}\n`)
  const port = await freePort()
  const url = connectionString(cluster, port, 'postgres')
  const start = () => startAfterKill(cluster, port)
  const end = async (how: keyof typeof STOP_SIGNALS): Promise<void> => {
    const running = await readPostmasterPid(cluster.data)
    if (running === undefined) return
    process.kill(running.pid, STOP_SIGNALS[how])
    await until(async () => (await readPostmasterPid(cluster.data)) === undefined)
  }
  await start()
  return {
    cluster,
    port,
    url,
    start,
    stop: end,
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      queryOn<Row>(url, text, values),
    remove: async () => {
      await end('immediate')
      await removeDirectory()
    },
  }
}

/** Retries, because the child processes of a killed server prevent the start of another one until all have exited. */
async function startAfterKill(cluster: Cluster, port: number): Promise<void> {
  for (let attempt = 1; attempt < MAX_STARTS; attempt++) {
    try {
      await startServerProcess(cluster, port)
      return
    } catch {
      await sleep(RETRY_DELAY_MS)
    }
  }
  await startServerProcess(cluster, port)
}

/** PostgreSQL requires that its user owns the data directory and that no other user can read it. */
async function changeOwner({ data, user: { ids } }: Cluster): Promise<void> {
  await chmod(data, 0o700)
  if (ids === undefined) return
  const names = await readdir(data, { recursive: true })
  for (const name of ['', ...names]) await chown(join(data, name), ids.uid, ids.gid)
}
