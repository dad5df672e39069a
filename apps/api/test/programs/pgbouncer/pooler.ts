import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from '@workbench/embedded-postgres/server-process'

import type { Scenario } from '../../support/programs/scenario.ts'
import { versionOf } from '../../support/programs/version-of.ts'

/** PgBouncer in transaction mode. */
export interface Pooler {
  /** The URL of the same database through PgBouncer. */
  url: string
  version: string
}

/** Fewer than client connections, so that server connections are shared. */
const POOL_SIZE = 4

/** The startup parameters that the server sends with prepared statements enabled. */
const STARTUP_PARAMETERS = [
  'lock_timeout',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'options',
]

/** Starts PgBouncer for a scenario, with additional lines in its settings. Throws if it is not installed. */
export async function startPooler(
  { directory, adopt }: Scenario,
  serverUrl: string,
  additionalSettings: string[] = [],
): Promise<Pooler> {
  const version = versionOf('pgbouncer', '--version', 'pgbouncer')
  const { hostname, port, username, password, pathname } = new URL(serverUrl)
  const ownPort = await freePort()
  const users = join(directory, 'users.txt')
  const settings = join(directory, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 })
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 1000
${additionalSettings.join('\n')}
ignore_startup_parameters = ${STARTUP_PARAMETERS.join(', ')}
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`,
    { mode: 0o644 },
  )
  const child = spawn('pgbouncer', [settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilUp(child.stderr, adopt(child))
  return { url: `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`, version }
}

async function untilUp(log: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  let text = ''
  const up = new Promise<boolean>((resolve) => {
    log.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('process up')) resolve(true)
    })
  })
  if ((await Promise.race([up, ended])) !== true) throw new Error(`PgBouncer ended: ${text}`)
}
