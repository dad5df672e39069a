import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'

interface Page {
  readonly title: string
  readonly content: Html
  readonly links: Links
}

/** A page of the server. Its script loads it again when a file changes. */
export const layOut = ({ title, content, links }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/board.css" />
        <script type="module" src="/board.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <nav aria-label="Pages">
            <a href="${links.board()}">Blackboard</a>
            <a href="${links.memory()}">Memory</a>
          </nav>
          <p id="status" role="status"></p>
        </header>
        <main id="main" tabindex="-1">${content}</main>
      </body>
    </html>`
