import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Scenario } from '../../support/programs/scenario.ts'

/** Serves a page on all paths. Returns its port. */
export async function servePage(html: string, { defer }: Scenario): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
