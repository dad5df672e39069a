import { randomUUID } from 'node:crypto'

import { describeSetting, installedVersion } from '../harness/machine.ts'
import { publish } from '../harness/publish.ts'

import { compare } from './compare.ts'
import { copies } from './copies.ts'
import { onDatabase } from './data.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { startPostgres } from './postgres.ts'
import { comparisonChart, comparisonTables, copiesTable, growthTables, memoryTable } from './report.ts'

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const asked = args.filter((arg) => !arg.startsWith('-'))
const effort = isQuick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 1.5 }

const postgres = await startPostgres(process.env['BENCH_DATABASE_URL'])
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const PARTS: Record<string, (url: string) => Promise<{ chart?: string; body: string }>> = {
  compare: async (url) => {
    const comparisons = await compare(url, effort, say)
    return { chart: comparisonChart(comparisons), body: comparisonTables(comparisons) }
  },
  growth: async (url) => ({ body: growthTables(await growth(url, isQuick ? 100_000 : 1_000_000, effort)) }),
  copies: async (url) => ({ body: copiesTable(await copies(url, effort)) }),
  memory: async (url) => ({
    body: memoryTable(await memory(url, isQuick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000])),
  }),
}

const NEST = new URL('nest/node_modules/', import.meta.url)

/** A part on a database of its own, which is gone afterwards. */
async function run(name: string): Promise<{ chart?: string; body: string }> {
  const part = PARTS[name]
  if (part === undefined)
    throw new Error(`There is no part ${name}; there are ${Object.keys(PARTS).join(', ')}`)
  const database = `bench_${randomUUID().replaceAll('-', '')}`
  const url = new URL(postgres.url)
  url.pathname = database
  await onDatabase(postgres.url, (client) => client.query(`create database ${database}`))
  try {
    return await part(url.href)
  } finally {
    await onDatabase(postgres.url, (client) => client.query(`drop database ${database} with (force)`))
  }
}

try {
  const names = asked.length === 0 ? Object.keys(PARTS) : asked
  for (const name of names) {
    say(`# ${name}`)
    const { chart, body } = await run(name)
    process.stdout.write(`${body}\n\n`)
    if (isQuick) continue
    const peers =
      name === 'compare'
        ? {
            Fastify: installedVersion('fastify'),
            pg: installedVersion('pg'),
            NestJS: installedVersion('@nestjs/core', NEST),
            TypeORM: installedVersion('typeorm', NEST),
          }
        : { pg: installedVersion('pg') }
    const setting = describeSetting({ node: process.version, peers, day: new Date() })
    await publish({
      name: name === 'compare' ? 'api' : `api-${name}`,
      ...(chart !== undefined && { chart, caption: 'Processor time of each server for one request' }),
      body: `${setting}\n\n${body}`,
    })
  }
} finally {
  await postgres.stop()
}
