import { basename } from 'node:path'

import type { Board } from '../board/board.ts'
import { type Html, html } from '../html/html.ts'
import { countProblems } from '../model/filter.ts'
import { describeActivity } from '../parts/activity-list.ts'

/** A page of the server, or the report. */
export const layOut = (title: string, head: Html, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`

const HEAD = html`<link rel="icon" href="data:," />
  <link rel="stylesheet" href="/board.css" />
  <script type="module" src="/board.js"></script>`

/** A page of the server, with the last change. Its script loads it again when a file changes. */
export function showServerPage(board: Board, name: string, content: Html): string {
  const { files, root, activities } = board
  const [last] = activities
  const title = [countProblems(files), name, basename(root)].filter(Boolean).join(' - ')
  const body = html`<a class="skip" href="#main">Skip to the content</a>
    <header>
      <nav aria-label="Pages">
        <a href="/">Blackboard</a>
        <a href="/memory">Memory</a>
      </nav>
      <p id="status" role="status">${last && last.kind !== 'present' && describeActivity(last)}</p>
    </header>
    <main id="main" tabindex="-1">${content}</main>`
  return layOut(title, HEAD, body).toString()
}
