import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { StartupError } from '../../start/startup-error.ts'

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
 * Stops accepting connections and waits for running requests. After `timeoutMs`, it calls `onTimeout` and closes their
 * connections.
 */
export async function close(server: Server, timeoutMs: number, onTimeout?: () => void): Promise<void> {
  const timer = setTimeout(() => {
    onTimeout?.()
    server.closeAllConnections()
  }, timeoutMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(timer)
}

/** The origin under which a client on the same machine reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
