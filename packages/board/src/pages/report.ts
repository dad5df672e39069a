import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import { pluralize } from '@workbench/contracts/internal'

import { createEditorLink } from '../html/editor.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { Board } from '../board/board.ts'
import { readAsset } from '../assets.ts'
import { raw } from 'hono/html'
import { readFilter } from '../model/filter.ts'
import { showAttention } from '../parts/attention.ts'
import { showArtifactPage } from './artifact-page.ts'
import { showBoard } from './board-page.ts'
import { showMemory } from './memory-page.ts'

/** The board, all artifacts and the memory in one file without scripts, which loads nothing. */
export function createReport(board: Board, now: Date, editor?: string): string {
  const style = readAsset('board.css')
  const { files, checkout, elsewhere } = board
  const anchors = new Map(files.map(({ path }, index) => [path, `#artifact-${index + 1}`]))
  const partOf = (path: string, part: string) => `${anchors.get(path)?.slice(1) ?? ''}-${part}`
  const links: Links = {
    artifact: (path, part) =>
      part === undefined ? (anchors.get(path) ?? '#board') : `#${partOf(path, part)}`,
    part: partOf,
    board: ({ show } = {}) => (show === undefined ? '#board' : '#attention'),
    memory: () => '#memory',
    editor: createEditorLink(board.root, editor),
    canFilter: false,
  }
  const facts = board.readFacts()
  const invalid = files.filter(({ valid }) => !valid).length
  const page: Html = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src '${hashOf(style)}'"
        />
        <title>${pluralize(files.length, 'artifact')}, ${invalid} invalid - ${basename(board.root)}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main id="main">
          <div id="board">
            ${showBoard({ project: basename(board.root), files, activities: [], checkout, elsewhere, filter: readFilter(() => undefined), links, now })}
          </div>
          <div id="attention">${showAttention(files, links, Infinity)}</div>
          ${files.map(({ path }) => {
            const artifact = board.read(path)
            return (
              artifact &&
              html`<article class="entry" id="${links.artifact(path).slice(1)}">
                ${showArtifactPage({ artifact, board, links, now })}
                <p><a href="#board">Back to the board</a></p>
              </article>`
            )
          })}
          ${facts.length > 0 && html`<section id="memory">${showMemory({ facts, links, today: now.toISOString().slice(0, 10) })}</section>`}
        </main>
      </body>
    </html>`
  return page.toString()
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
