import { formatBytes, formatTime } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { PageOptions } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'

/** An artifact on the board. */
export function showCard(file: BoardFile, { links, now }: PageOptions): Html {
  const { summary, valid, advice, schema = 'no contract', wave, agent } = file
  const problem = problemOf(file)
  return html`<li class="card tone-${summary.tone} ${valid ? 'valid' : 'invalid'}" data-key="${file.path}">
    <p>
      <a href="${links.artifact(file.path)}">${agent}</a>
      <span class="validity${!valid && ' not'}"
        >${valid ? (advice ? '✓ valid, advice' : '✓ valid') : '✗ invalid'}</span
      >
    </p>
    ${
      (summary.outcome !== '' || summary.title !== '') &&
      html`<p class="summary">
        ${summary.outcome !== '' && html`<strong class="badge tone-${summary.tone}">${summary.outcome}</strong>`}
        ${summary.title}
      </p>`
    }
    <p>${schema} · ${wave} · ${formatTime(file.modified, now)} · ${formatBytes(file.bytes)}</p>
    ${problem !== '' && html`<p class="state">${problem}</p>`}
  </li>`
}

/** Who wrote what, in words: `analyst in w1: risk.v1, open, invalid`. */
export const describe = ({ agent, wave, schema, summary, valid }: BoardFile): string =>
  `${agent} in ${wave}: ${[schema ?? 'no contract', summary.outcome, valid ? 'valid' : 'invalid'].filter(Boolean).join(', ')}`

const MAX_LENGTH = 400

/** Why an artifact is not valid, or else the advice on it; empty if there is neither. */
export function problemOf({ problem, violations, more = 0, advice = [] }: BoardFile): string {
  if (problem !== undefined) return problem
  const [text, ...others] =
    violations.length > 0
      ? violations.map(({ path, message }) => `${path} ${message}`)
      : advice.map(({ message }) => message)
  const count = others.length + more
  return `${(text ?? '').slice(0, MAX_LENGTH)}${count > 0 ? ` and ${count} more` : ''}`
}
