import { formatBytes, formatTime } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { PageOptions } from '../html/links.ts'
import type { Board } from '../board/board.ts'
import { toArtifactValue } from '../model/artifact-value.ts'
import type { BoardFile } from '../model/board-file.ts'
import { show } from '../parts/show.ts'
import { showSource, showVerdict } from '../parts/verdict.ts'
import { showView, type ViewContext } from '../views/view.ts'
import { viewOf } from '../views/views.ts'

interface ArtifactPageOptions extends PageOptions {
  readonly file: BoardFile
  readonly board: Board
}

/** An artifact: the verdict, the artifact as people read it, and its text. */
export function showArtifactPage({ file, board, links, now }: ArtifactPageOptions): Html {
  const { files } = board
  const text = board.readText(file)
  return html`<div class="head">
      <p class="path">${file.path}</p>
      <h1>${file.agent} in ${file.wave}</h1>
      <p>
        <span class="badge is-${file.valid ? 'valid' : 'invalid'}">${file.valid ? 'valid' : 'invalid'}</span>
        ${file.summary.outcome !== '' && html`<strong class="badge tone-${file.summary.tone}">${file.summary.outcome}</strong>`}
        <code>${file.schema ?? 'no contract'}</code> by ${file.producer ?? file.agent},
        ${formatTime(file.modified, now)}, ${formatBytes(file.bytes)}
      </p>
    </div>
    <div class="columns" data-key="columns">
      <div class="view" data-key="view">
        ${showVerdict(file, links)}
        <section class="reading" data-key="reading">
          <h2 class="hidden">Content</h2>
          ${showReading({ file, links, files })}
        </section>
      </div>
      ${text !== undefined && showSource(file, text, links)}
    </div>`
}

/** An artifact as people read it. */
function showReading(context: ViewContext): Html {
  const { file } = context
  if (file.value === undefined) return html`<p>The text cannot be read as JSON without guessing.</p>`
  const artifact = toArtifactValue(file.value, file)
  return artifact.names.length === 0 ? show(artifact) : showView(artifact, viewOf(file.schema), context)
}
