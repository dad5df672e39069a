import { appendFile, chmod, chown, cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { chooseServerUser } from '../../src/embedded-postgres/server-user.ts'
import { findBinaries } from '../../src/embedded-postgres/binaries.ts'
import { connectionString } from '../../src/embedded-postgres/ownership-lock.ts'
import { type Cluster, openCluster, startCluster } from '../../src/embedded-postgres/cluster.ts'
import { freePort } from '../../src/embedded-postgres/free-port.ts'
import { readPostmasterPid } from '../../src/embedded-postgres/postmaster-pid.ts'

import { makeDirectory } from './process.ts'
import { until } from './until.ts'

/** What ends a PostgreSQL server, and how. */
export const ENDINGS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** A PostgreSQL server of a test's own, to be mistreated. */
export interface Postgres {
  cluster: Cluster
  port: number
  url: string
  start: () => Promise<void>
  /** Ends it, and waits until it is gone. */
  end: (how: keyof typeof ENDINGS) => Promise<void>
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  remove: () => Promise<void>
}

/** Makes a server with these lines in its configuration, and starts it. */
export async function startPostgres(...settings: string[]): Promise<Postgres> {
  const directory = await makeDirectory()
  const binaries = await findBinaries(process.platform, process.arch)
  const account = await chooseServerUser(process.getuid?.(), binaries, directory.path)
  const cluster = await openCluster(directory.path, account, binaries)
  return started(cluster, settings, directory.remove)
}

/** Makes a copy of a server, which is stopped for it, and starts both; the copy follows the original. */
export async function startStandby(primary: Postgres): Promise<Postgres> {
  const directory = await makeDirectory()
  const data = join(directory.path, 'postgres')
  await primary.end('fast')
  await cp(primary.cluster.data, data, { recursive: true, preserveTimestamps: true })
  await primary.start()
  const cluster = { ...primary.cluster, data }
  await writeFile(join(data, 'standby.signal'), '')
  await giveTo(cluster)
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
  const start = () => startCluster(cluster, port)
  const end = async (how: keyof typeof ENDINGS): Promise<void> => {
    const running = await readPostmasterPid(cluster.data)
    if (running === undefined) return
    process.kill(running.pid, ENDINGS[how])
    await until(async () => (await readPostmasterPid(cluster.data)) === undefined)
  }
  await start()
  return {
    cluster,
    port,
    url,
    start,
    end,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    remove: async () => {
      await end('immediate')
      await removeDirectory()
    },
  }
}

/** The copy must be its account's, and nobody else may look into it. */
async function giveTo({ data, user: { ids: owner } }: Cluster): Promise<void> {
  await chmod(data, 0o700)
  if (owner === undefined) return
  const names = await readdir(data, { recursive: true })
  for (const name of ['', ...names]) await chown(join(data, name), owner.uid, owner.gid)
}
