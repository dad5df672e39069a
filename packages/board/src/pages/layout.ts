import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'

interface Page {
  readonly title: string
  /** The number in the icon of the page. */
  readonly problems: number
  readonly project: string
  readonly content: Html
  readonly links: Links
}

/** A page of the server. Its script loads it again when a file changes. */
export const layOut = ({ title, problems, project, content, links }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg?${iconParameters(project, problems)}" />
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
          <details class="keys" id="keys">
            <summary>Keys <kbd>?</kbd></summary>
            <dl>
              ${KEYS.map(
                ([key, text]) =>
                  html`<div>
                    <dt><kbd>${key}</kbd></dt>
                    <dd>${text}</dd>
                  </div>`,
              )}
            </dl>
            <label><input type="checkbox" id="use-keys" checked /> Use these keys</label>
            <label><input type="checkbox" id="notify" /> Notify me of new problems</label>
          </details>
        </header>
        <main id="main" tabindex="-1">${content}</main>
      </body>
    </html>`

const KEYS = [
  ['/', 'search'],
  ['j', 'next artifact'],
  ['k', 'previous artifact'],
  ['?', 'show or hide this help'],
] as const

const iconParameters = (project: string, problems: number): string =>
  new URLSearchParams({ name: project.slice(0, 1), count: String(problems) }).toString()

/** The icon of the pages: the number of problems, or the first letter of the project if there are none. */
export const drawIcon = (name: string, count: number): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="6" fill="${count > 0 ? '#b01826' : '#1a6b34'}" />
    <text
      x="16"
      y="23"
      font-family="sans-serif"
      font-size="${count > 9 ? 17 : 21}"
      font-weight="700"
      text-anchor="middle"
      fill="#fff"
    >
      ${count > 99 ? '99+' : count > 0 ? count : name.slice(0, 1).toUpperCase()}
    </text>
  </svg>`
