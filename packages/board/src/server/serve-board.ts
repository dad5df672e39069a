import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createAdaptorServer } from '@hono/node-server'

import { createEditorLink } from '../html/editor.ts'
import { serverLinks } from '../html/links.ts'
import type { Board } from '../board/board.ts'
import { ChangeStream } from './change-stream.ts'
import { routesOf } from './routes.ts'
import { watchBoard } from './watch-board.ts'

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
 * Serves the board on the loopback interface, for reading only. Pages that are open are updated when a file changes.
 * @throws an error of Node.js if the port cannot be used, with the code `EADDRINUSE` if it is in use.
 */
export async function serveBoard({ board, port, editor }: ServeOptions): Promise<BoardServer> {
  const changes = new ChangeStream()
  const links = serverLinks(createEditorLink(board.root, editor))
  const server = createAdaptorServer({
    fetch: routesOf(board, links, changes).fetch,
    overrideGlobalObjects: false,
  }) as Server
  server.listen(port, HOST)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const onChange = () => {
    try {
      // Also without an open page, so that the activities are complete.
      board.refresh()
    } catch {
      // Pages show the error when they are loaded.
    }
    changes.send()
  }
  const stopWatching = watchBoard(board, onChange)
  return {
    origin: `http://${HOST}:${address.port}`,
    close: async () => {
      changes.close()
      stopWatching()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HOST = '127.0.0.1'
