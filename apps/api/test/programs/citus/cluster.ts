import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { binariesIn, type Postgres, startPostgresOf } from '../../support/database/postgres.ts'
import type { Scenario } from '../../support/programs/scenario.ts'
import { until } from '../../support/until.ts'

const SETTINGS = [
  "shared_preload_libraries = 'citus'",
  'wal_level = logical',
  'max_connections = 200',
  'max_prepared_transactions = 200',
  "citus.node_conninfo = 'sslmode=disable'",
]

/** A Citus cluster. */
export interface CitusCluster {
  /** The versions of PostgreSQL and of Citus. */
  version: string
  coordinator: Postgres
  workers: Postgres[]
  /** Waits until the transactions that a kill has interrupted are committed or rolled back on all nodes. */
  untilRecovered: () => Promise<void>
}

/**
 * Starts a coordinator and workers, which a scenario removes.
 *
 * @param recovery the interval at which transactions are ended that a crash has interrupted
 */
export async function startCitus(
  { defer }: Pick<Scenario, 'defer'>,
  bin: string | undefined,
  recovery: string,
  workerCount = 2,
): Promise<CitusCluster> {
  const binaries = await findCitus(bin)
  const nodes: Postgres[] = []
  for (let i = 0; i <= workerCount; i++) {
    const node = await startPostgresOf(
      binaries,
      [...SETTINGS, `citus.recover_2pc_interval = '${recovery}'`],
      { isTrusting: true },
    )
    defer(node.remove)
    await node.query('create extension citus')
    nodes.push(node)
  }
  const [coordinator, ...workers] = nodes as [Postgres, ...Postgres[]]
  await coordinator.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port])
  for (const { port } of workers) await coordinator.query(`select citus_add_node('127.0.0.1', $1)`, [port])
  const [row] = await coordinator.query<{ version: string }>(
    `select concat('PostgreSQL ', current_setting('server_version'), ', ', citus_version()) as version`,
  )
  return {
    version: row?.version ?? '',
    coordinator,
    workers,
    untilRecovered: () =>
      until(async () => {
        const prepared = await Promise.all(nodes.map((node) => node.query('select from pg_prepared_xacts')))
        return prepared.every((rows) => rows.length === 0)
      }),
  }
}

/** The programs of an installation with the extension: those in `bin`, or of `pg_config` on the path. */
async function findCitus(bin: string | undefined) {
  const [directory = '', share = ''] = await configOf(
    bin === undefined ? 'pg_config' : join(bin, 'pg_config'),
  )
  await access(join(share, 'extension', 'citus.control')).catch((cause: unknown) => {
    throw new Error(`The PostgreSQL in ${directory} has no extension citus; name another one with --bin`, {
      cause,
    })
  })
  return binariesIn(directory)
}

async function configOf(program: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(program, ['--bindir', '--sharedir'])
  return stdout.split('\n')
}
