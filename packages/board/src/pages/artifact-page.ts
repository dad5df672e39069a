import { type Contract, type Contracts, SchemaError } from '@workbench/contracts'

import { formatBytes, formatTime } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { Board } from '../board/board.ts'
import type { Artifact } from '../model/board-file.ts'
import { describe } from '../parts/card.ts'
import { showSource } from '../parts/source-text.ts'
import { showVerdict } from '../parts/violations.ts'
import { progressOf } from '../progress/progress.ts'
import { showArtifact } from '../views/index.ts'

interface ArtifactPageOptions {
  readonly artifact: Artifact
  readonly board: Board
  readonly links: Links
  readonly now: Date
}

/** An artifact: the verdict, the artifact as people read it, and its text. */
export function showArtifactPage({ artifact, board, links, now }: ArtifactPageOptions): Html {
  const { file, value } = artifact
  const contract = contractOf(board.contracts, file.schema)
  const { files } = board
  const progress = value !== undefined && file.schema === 'plan.v1' ? progressOf(file, files) : undefined
  return html`<div
      class="head"
      data-key="head"
      data-words="Changed: ${describe(file)}"
      data-modified="${file.modified.getTime()}"
    >
      <p class="path">${file.path}</p>
      <h1>${contract?.title ?? file.schema ?? 'Artifact without a contract'}</h1>
      <p>
        <span class="badge is-${file.valid ? 'valid' : 'invalid'}">${file.valid ? 'valid' : 'invalid'}</span>
        ${file.summary.outcome !== '' && html`<strong class="badge tone-${file.summary.tone}">${file.summary.outcome}</strong>`}
        ${file.schema !== undefined && html`<code>${file.schema}</code>`} by ${file.producer ?? file.agent},
        wave ${file.wave}, ${formatTime(file.modified, now)}, ${formatBytes(file.bytes)}
      </p>
    </div>
    <div class="columns" data-key="columns">
      <div class="view" data-key="view">
        ${showVerdict(file, links)}
        <section class="reading" data-key="reading">
          <h2 class="hidden">Content</h2>
          ${showArtifact(artifact, { file, contract, links, files, progress })}
        </section>
      </div>
      ${showSource(artifact, links)}
    </div>`
}

/** Undefined if there is no such contract, or if it cannot be used. */
function contractOf(contracts: Contracts, id: string | undefined): Contract | undefined {
  if (id === undefined || !contracts.ids.includes(id)) return undefined
  try {
    return contracts.get(id)
  } catch (error) {
    if (error instanceof SchemaError) return undefined
    throw error
  }
}
