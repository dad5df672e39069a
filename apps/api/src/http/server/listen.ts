import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { StartupError } from '../../config/startup-error.ts'

/**
 * Starts to listen and returns the port.
 *
 * @param prefix of the names of the settings in the error message: `METRICS_` for METRICS_HOST and METRICS_PORT
 * @throws StartupError if the address is in use or not available
 */
export async function listen(server: Server, port: number, host: string, prefix = ''): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    const reason = (cause as Error).message
    throw new StartupError(`Cannot listen on ${prefix}HOST ${host} and ${prefix}PORT ${port}: ${reason}`, {
      cause,
    })
  })
  return (server.address() as AddressInfo).port
}

/**
 * Listens for a moment, so that an address that cannot be used is reported before other work is done.
 *
 * @throws StartupError as `listen` does
 */
export async function requireAvailable(port: number, host: string, prefix = ''): Promise<void> {
  const server = createServer()
  await listen(server, port, host, prefix)
  await close(server, 0)
}

const IDLE_CHECK_INTERVAL_MS = 500

/**
 * Stops accepting connections and waits for running requests. After `timeoutMs`, it calls `onTimeout` and closes their
 * connections.
 */
export async function close(
  server: Server,
  timeoutMs: number,
  onTimeout: () => void = () => undefined,
): Promise<void> {
  const timer = setTimeout(() => {
    onTimeout()
    server.closeAllConnections()
  }, timeoutMs)
  const isClosed = new Promise((resolve) => server.close(resolve))
  // `server.close()` closes idle connections only when it is called.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
  await isClosed
  clearTimeout(timer)
  clearInterval(idle)
}

/** The origin under which a client on the same machine reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
