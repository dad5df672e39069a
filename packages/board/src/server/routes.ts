import { type Context, Hono } from 'hono'

import { readAsset } from '../assets.ts'
import { html, type Html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { Board } from '../board/board.ts'
import { readFilter } from '../model/filter.ts'
import { showArtifactPage } from '../pages/artifact-page.ts'
import { showBoard } from '../pages/board-page.ts'
import { showMemory } from '../pages/memory-page.ts'
import { showServerPage } from '../pages/layout.ts'

/** Nothing is loaded from elsewhere, and no other page may show or read this one. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** The pages of a board, for reading only. */
export function routesOf(board: Board, links: Links): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    // A page of another site whose name resolves to this address (DNS rebinding) sends its own name.
    if (!isLoopback(context.req.header('host')))
      return send(context, 421, 'This server answers on the loopback interface only')
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      context.header('Allow', 'GET, HEAD')
      return send(context, 405, 'This server is for reading only')
    }
    return next()
  })
  const showPage = (context: Context, name: string, content: Html, status: 200 | 404 = 200) =>
    send(context, status, showServerPage(board, name, content), 'text/html')
  app.get('/', (context) => {
    board.refresh()
    const page = Math.max(1, Math.trunc(Number(context.req.query('page'))) || 1)
    const filter = readFilter((name) => context.req.query(name))
    return showPage(context, 'Blackboard', showBoard({ board, filter, links, now: new Date(), page }))
  })
  app.get('/artifact', (context) => {
    board.refresh()
    const path = context.req.query('path')
    const file = board.files.find((other) => other.path === path)
    if (!file) return showPage(context, 'No artifact', html`<h1>There is no artifact at this path</h1>`, 404)
    const content = showArtifactPage({ file, board, links, now: new Date() })
    return showPage(context, `${file.agent} in ${file.wave}`, content)
  })
  app.get('/memory', (context) => {
    const q = context.req.query('q')
    const content = showMemory({ facts: board.readFacts(), links, now: new Date(), q })
    return showPage(context, 'Memory', content)
  })
  // An open page requests it several times in a second.
  app.get('/state', (context) => {
    board.refresh()
    return send(context, 200, board.state)
  })
  app.get('/board.css', (context) => send(context, 200, readAsset('board.css'), 'text/css'))
  app.get('/board.js', (context) => send(context, 200, readAsset('board.js'), 'text/javascript'))
  app.notFound((context) => send(context, 404, 'There is no such page'))
  app.onError((error, context) => send(context, 500, `The page cannot be shown: ${error.message}`))
  return app
}

type Status = 200 | 404 | 405 | 421 | 500

function send(context: Context, status: Status, text: string, type = 'text/plain'): Response {
  const body = type === 'text/plain' ? `${text}\n` : text
  const length = String(Buffer.byteLength(body))
  return context.body(body, status, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': length })
}

const isLoopback = (host = ''): boolean => /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)
