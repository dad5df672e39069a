import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import { pluralize } from '@workbench/contracts/internal'
import { raw } from 'hono/html'

import { readAsset } from '../assets.ts'
import type { Board } from '../board/board.ts'
import { createEditorLink } from '../html/editor.ts'
import { html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { showArtifactPage } from './artifact-page.ts'
import { showBoard } from './board-page.ts'
import { layOut } from './layout.ts'
import { showMemory } from './memory-page.ts'

/** The board, all artifacts and the memory in one file without scripts, which loads nothing. */
export function createReport(board: Board, now: Date, editor?: string): string {
  const { files, root } = board
  const ids = new Map(files.map(({ path }, index) => [path, `artifact-${index + 1}`]))
  const partOf = (path: string, part?: string) => [ids.get(path) ?? 'board', part ?? []].flat().join('-')
  const links: Links = {
    artifact: (path, part) => `#${partOf(path, part)}`,
    part: partOf,
    editor: createEditorLink(root, editor),
    canFilter: false,
  }
  const facts = board.readFacts()
  const invalid = files.filter(({ valid }) => !valid).length
  const style = readAsset('board.css')
  const head = html`<meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src '${hashOf(style)}'"
    />
    ${raw(`<style>${style}</style>`)}`
  const body = html`<main id="main">
    <div id="board">${showBoard({ board, filter: {}, links, now })}</div>
    ${files.map(
      (file) =>
        html`<article class="entry" id="${partOf(file.path)}">
          ${showArtifactPage({ file, board, links, now })}
          <p><a href="#board">Back to the board</a></p>
        </article>`,
    )}
    ${facts.length > 0 && html`<section id="memory">${showMemory({ facts, links, now })}</section>`}
  </main>`
  const title = `${pluralize(files.length, 'artifact')}, ${invalid} invalid - ${basename(root)}`
  return layOut(title, head, body).toString()
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
