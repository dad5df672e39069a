import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { openOwnFile } from './file-owner.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { runAs } from './server-user.ts'
import { PostgresUnusable } from './unusable.ts'

/** Includes the recovery after a crash. */
const START_TIMEOUT_MS = 300_000
const POLL_INTERVAL_MS = 50

/** Returns a port of the loopback interface that is not in use. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

/**
 * Starts the server on the loopback interface, waits until it accepts connections, and returns its process id. `pg_ctl`
 * is not used, because it passes the data directory to a shell.
 *
 * Throws PostgresUnusable if the server exits or does not start in time; it is then not left running.
 */
export async function startServerProcess(cluster: Cluster, port: number): Promise<number> {
  const { data, user, binaries } = cluster
  const log = join(data, 'server.log')
  const { file, args, ...ids } = user.commandAs(binaries.postgres, [
    ...['-D', data, '-p', String(port)],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  ])
  // Root creates no file in the directory of another user. If that user cannot either, it cannot be opened.
  if (user.ids !== undefined) await runAs(user, 'touch', [log]).catch(() => undefined)
  const create = user.ids === undefined ? constants.O_CREAT : 0
  const output = await openOwnFile(log, constants.O_WRONLY | constants.O_APPEND | create, user.uid)
  try {
    // In a session of its own, so that signals of the terminal do not reach it: it is stopped after the last request.
    const child = spawn(file, args, {
      ...{ ...ids, cwd: '/', detached: true },
      stdio: ['ignore', output.fd, output.fd],
    })
    const exited = once(child, 'exit')
    const started = Promise.race([untilReady(data, child), exited.then(() => false)])
    const [isReady] = await Promise.all([started, output.close()])
    if (isReady && child.pid !== undefined) {
      child.unref()
      return child.pid
    }
    child.kill('SIGINT')
    await exited
  } catch (cause) {
    throw new PostgresUnusable(startFailure(data, log), { cause })
  }
  throw new PostgresUnusable(startFailure(data, log))
}

/** Waits until the lock file says that the process accepts connections. Returns false if it exits, or after the timeout. */
async function untilReady(data: string, child: ChildProcess): Promise<boolean> {
  const end = performance.now() + START_TIMEOUT_MS
  while (child.pid !== undefined && child.exitCode === null && performance.now() < end) {
    const running = await readPostmasterPid(data)
    if (running?.pid === child.pid && running.isReady) return true
    await sleep(POLL_INTERVAL_MS, undefined, { ref: false })
  }
  return false
}

const startFailure = (data: string, log: string): string =>
  `Cannot start the database in ${data}; see its log: ${log}`
