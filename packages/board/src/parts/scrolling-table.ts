import { type Content, type Html, html } from '../html/html.ts'

/** A table that scrolls by itself if it is wider than the page. `label` names it for screen readers. */
export const showScrollingTable = (label: string, columns: readonly Content[], rows: readonly Html[]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
