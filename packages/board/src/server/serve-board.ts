import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createAdaptorServer } from '@hono/node-server'

import { createEditorLink } from '../html/editor.ts'
import { serverLinks } from '../html/links.ts'
import type { Board } from '../board/board.ts'
import { routesOf } from './routes.ts'

export interface ServeOptions {
  readonly board: Board
  /** The port on the loopback interface; 0 for any that is free. */
  readonly port: number
  /** The address that opens a file in an editor, as `vscode://file{file}:{line}`. Default: no such links. */
  readonly editor?: string | undefined
}

export interface BoardServer {
  /** For example `http://127.0.0.1:7700`. */
  readonly origin: string
  readonly close: () => Promise<void>
}

/**
 * Serves the board on the loopback interface, for reading only. Open pages request in an interval whether a file has changed.
 * @throws an error of Node.js if the port cannot be used, with the code `EADDRINUSE` if it is in use.
 */
export async function serveBoard({ board, port, editor }: ServeOptions): Promise<BoardServer> {
  const links = serverLinks(createEditorLink(board.root, editor))
  const server = createAdaptorServer({
    fetch: routesOf(board, links).fetch,
    overrideGlobalObjects: false,
  }) as Server
  server.listen(port, HOST)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    origin: `http://${HOST}:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HOST = '127.0.0.1'
