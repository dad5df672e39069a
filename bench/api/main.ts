import { randomUUID } from 'node:crypto'

import { describeEnvironment, installedVersion } from '../harness/describe-environment.ts'
import { publish } from '../harness/publish.ts'

import { compare } from './compare.ts'
import { copies } from './copies.ts'
import { withClient } from './test-data.ts'
import { growth } from './growth.ts'
import { distributed, distributedTable } from './distributed.ts'
import { memory } from './memory.ts'
import { startPostgres } from './postgres.ts'
import {
  comparisonChart,
  comparisonTables,
  copiesTable,
  growthTables,
  memoryTable,
  writesTable,
} from './report.ts'
import { writes } from './writes.ts'

/*
 * pnpm bench api [--quick] [compare] [growth] [copies] [writes] [memory] [distributed]
 *
 * Measures this server, and compares it with other servers. By default, runs all parts but `distributed`, which needs a Citus
 * cluster: BENCH_DATABASE_URL is the one that `pnpm --filter @workbench/api serve:citus` prints. With --quick, the
 * results are only printed.
 */

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const selected = args.filter((arg) => !arg.startsWith('-'))
const effort = isQuick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 1.5 }

const postgres = await startPostgres(process.env['BENCH_DATABASE_URL'])
const log = (line: string): void => void process.stderr.write(`${line}\n`)

const PARTS: Record<string, (url: string) => Promise<{ chart?: string; body: string }>> = {
  compare: async (url) => {
    const comparisons = await compare(url, effort, log)
    return { chart: comparisonChart(comparisons), body: comparisonTables(comparisons) }
  },
  growth: async (url) => ({ body: growthTables(await growth(url, isQuick ? 100_000 : 1_000_000, effort)) }),
  copies: async (url) => ({ body: copiesTable(await copies(url, effort)) }),
  writes: async (url) => ({
    body: await inNewDatabase(async (other) => writesTable(await writes(url, other, effort))),
  }),
  memory: async (url) => ({
    body: memoryTable(await memory(url, isQuick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000])),
  }),
  distributed: async (url) => ({ body: distributedTable(await distributed(url, postgres.url, effort, log)) }),
}

const ON_REQUEST = ['distributed']

/** Runs a part on a new database, and drops the database afterwards. */
async function run(name: string): Promise<{ chart?: string; body: string }> {
  const part = PARTS[name]
  if (part === undefined)
    throw new Error(`Unknown part ${name}; the parts are ${Object.keys(PARTS).join(', ')}`)
  return inNewDatabase(part)
}

async function inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const database = `bench_${randomUUID().replaceAll('-', '')}`
  const url = new URL(postgres.url)
  url.pathname = database
  await withClient(postgres.url, (client) => client.query(`create database ${database}`))
  try {
    return await work(url.href)
  } finally {
    await withClient(postgres.url, (client) => client.query(`drop database ${database} with (force)`))
  }
}

try {
  const names =
    selected.length === 0 ? Object.keys(PARTS).filter((name) => !ON_REQUEST.includes(name)) : selected
  for (const name of names) {
    log(`# ${name}`)
    const { chart, body } = await run(name)
    process.stdout.write(`${body}\n\n`)
    if (isQuick) continue
    const peers =
      name === 'compare'
        ? {
            Fastify: installedVersion('fastify'),
            pg: installedVersion('pg'),
          }
        : { pg: installedVersion('pg') }
    const setting = describeEnvironment({ node: process.version, peers, day: new Date() })
    await publish({
      name: name === 'compare' ? 'api' : `api-${name}`,
      ...(chart !== undefined && { chart, caption: 'Processor time of each server for one request' }),
      body: `${setting}\n\n${body}`,
    })
  }
} finally {
  await postgres.stop()
}
