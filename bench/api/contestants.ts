import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { runProcess } from '../harness/run-process.ts'

import type { Program } from './server.ts'

export const OURS: Program = { name: 'ours', file: new URL('../../apps/api/dist/main.js', import.meta.url) }

const FASTIFY = new URL('fastify/server.js', import.meta.url)
const NEST = new URL('nest/', import.meta.url)

export const NAMES = ['ours', 'Fastify + pg', 'Fastify + pg, prepared', 'NestJS + TypeORM'] as const

/** Returns this server and its peers. Installs NestJS at the first call. */
export async function contestants(): Promise<Program[]> {
  if (!existsSync(new URL('node_modules/', NEST))) await npm('ci', '--no-audit', '--no-fund')
  await npm('run', 'build')
  return [
    OURS,
    { name: 'Fastify + pg', file: FASTIFY },
    { name: 'Fastify + pg, prepared', file: FASTIFY, args: ['prepared'] },
    { name: 'NestJS + TypeORM', file: new URL('dist/server.js', NEST) },
  ]
}

async function npm(...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await runProcess('npm', args, { cwd: fileURLToPath(NEST) })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} in bench/api/nest failed: ${stdout}${stderr}`)
}
