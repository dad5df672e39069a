import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns different ports of the loopback interface that are not in use. */
export async function freePorts(count: number): Promise<number[]> {
  // All are open at once: a port that was closed can be given again.
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
