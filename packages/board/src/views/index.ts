import { type Html, html } from '../html/html.ts'
import { toArtifactValue } from '../parts/artifact-value.ts'
import type { Artifact } from '../model/board.ts'
import { adrView } from './adr.ts'
import { estimateView } from './estimate.ts'
import { findingView } from './finding.ts'
import { handoffView } from './handoff.ts'
import { planView } from './plan.ts'
import { requirementView } from './requirement.ts'
import { reviewView } from './review.ts'
import { riskView } from './risk.ts'
import { showAsTable } from './table.ts'
import { trackerItemView } from './tracker-item.ts'
import type { View, ViewContext } from './view.ts'

/** The contracts that need more than a table of their members. */
const VIEWS: readonly View[] = [
  adrView,
  estimateView,
  findingView,
  handoffView,
  planView,
  requirementView,
  reviewView,
  riskView,
  trackerItemView,
]

/** An artifact as people read it. */
export function showArtifact({ file, value }: Artifact, context: ViewContext): Html {
  if (value === undefined) return html`<p>The text cannot be read as JSON without guessing.</p>`
  const { show } = VIEWS.find(({ contract }) => contract === file.schema) ?? { show: showAsTable }
  return show(toArtifactValue(value, file), context)
}
