import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { readAsset } from '../assets.ts'
import { html, type Html } from '../html/html.ts'
import { serverLinks as links } from '../html/links.ts'
import type { Board } from '../model/board.ts'
import { showArtifactPage } from '../pages/artifact-page.ts'
import { showBoard } from '../pages/board-page.ts'
import { layOut } from '../pages/layout.ts'
import { showMemory } from '../pages/memory-page.ts'
import { ChangeStream } from './change-stream.ts'
import { watchBoard } from './watch-board.ts'

export interface ServeOptions {
  readonly board: Board
  /** The port on the loopback interface; 0 for any that is free. */
  readonly port: number
  /** Called if the files cannot be watched, so that pages have to be loaded again by hand. */
  readonly onWatchError: (error: Error) => void
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
export async function serveBoard({ board, port, onWatchError }: ServeOptions): Promise<BoardServer> {
  const changes = new ChangeStream()
  const server = createServer((request, response) => respond(request, response, { board, changes }))
  await listen(server, port)
  const address = server.address() as AddressInfo
  const watcher = watchBoard(board, () => changes.send(), onWatchError)
  return {
    origin: `http://${HOST}:${address.port}`,
    close: async () => {
      changes.close()
      await watcher.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HOST = '127.0.0.1'

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Nothing is loaded from elsewhere, and no other page may show or read this one. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

interface Site {
  readonly board: Board
  readonly changes: ChangeStream
}

function respond(request: IncomingMessage, response: ServerResponse, site: Site): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const fail = (status: number, message: string) => send(status, 'text/plain', `${message}\n`)
  // A page of another site whose name resolves to this address (DNS rebinding) sends its own name.
  if (!isLoopback(request.headers.host))
    return fail(421, 'This server answers on the loopback interface only')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return fail(405, 'This server is for reading only')
  }
  const url = parseUrl(request.url)
  if (url?.pathname === '/changes' && request.method === 'GET') return site.changes.add(response)
  if (url?.pathname === '/board.css') return send(200, 'text/css', readAsset('board.css'))
  if (url?.pathname === '/board.js') return send(200, 'text/javascript', readAsset('board.js'))
  try {
    const page = url && pageAt(url, site.board)
    return page
      ? send(200, 'text/html', layOut({ ...page, links }).toString())
      : fail(404, 'There is no such page')
  } catch (error) {
    return fail(500, `The page cannot be shown: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const isLoopback = (host = ''): boolean => /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)

/** Undefined for a target that is not a URL. */
function parseUrl(target = ''): URL | undefined {
  try {
    return new URL(target, `http://${HOST}`)
  } catch {
    return undefined
  }
}

interface Page {
  readonly title: string
  readonly content: Html
}

function pageAt({ pathname, searchParams }: URL, board: Board): Page | undefined {
  const now = new Date()
  const parameter = (name: string) => searchParams.get(name) ?? undefined
  switch (pathname) {
    case '/': {
      board.refresh()
      const { files } = board
      const invalid = files.filter(({ valid }) => !valid).length
      return {
        title: invalid === 0 ? 'Blackboard' : `${invalid} not valid - Blackboard`,
        content: showBoard({ files, links, now, show: parameter('show') }),
      }
    }
    case '/artifact': {
      board.refresh()
      const artifact = board.read(parameter('path') ?? '')
      if (!artifact)
        return { title: 'No artifact', content: html`<h1>There is no artifact at this path</h1>` }
      const { wave, agent } = artifact.file
      return { title: `${agent} in ${wave}`, content: showArtifactPage({ artifact, board, links, now }) }
    }
    case '/memory': {
      const today = now.toISOString().slice(0, 10)
      const [type, tag] = [parameter('type'), parameter('tag')]
      return { title: 'Memory', content: showMemory({ facts: board.readFacts(), links, today, type, tag }) }
    }
    default:
      return undefined
  }
}
