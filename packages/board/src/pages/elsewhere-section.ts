import { pluralize } from '@workbench/contracts/internal'

import { describeElsewhere, type ElsewhereFile } from '../board/checkout.ts'
import { type Html, html } from '../html/html.ts'

/** The most artifacts of a list that is not folded. */
const MAX_OPEN = 5

/** The artifacts that other worktrees have and this board does not. */
export const showElsewhere = (files: readonly ElsewhereFile[]): Html | false =>
  files.length > 0 &&
  html`<details class="elsewhere" data-key="elsewhere" ${files.length <= MAX_OPEN && html`open`}>
    <summary>${pluralize(files.length, 'artifact')} in other worktrees, not on this board</summary>
    <ul>
      ${files.map((file) => html`<li>${describeElsewhere(file)}</li>`)}
    </ul>
  </details>`
