import type { ContractTypes } from '@workbench/contracts'
import type { ValidatedFile } from '@workbench/workspace'

import { type Html, html } from '../html/html.ts'
import type { Artifact } from '../model/board-file.ts'
import { type Summary, titleOf, toneOf } from '../model/summary.ts'
import { toArtifactValue } from '../model/artifact-value.ts'
import { adrView } from './adr.ts'
import { complianceCheckView } from './compliance-check.ts'
import { estimateView } from './estimate.ts'
import { factView } from './fact.ts'
import { findingView } from './finding.ts'
import { handoffView } from './handoff.ts'
import { planView } from './plan.ts'
import { requirementView } from './requirement.ts'
import { reviewView } from './review.ts'
import { riskView } from './risk.ts'
import { showAsTable } from './table.ts'
import { trackerItemView } from './tracker-item.ts'
import type { View, ViewContext } from './view.ts'

/** A contract without a view is shown as a table of its members. */
const VIEWS: { readonly [Id in keyof ContractTypes]?: View } = {
  'adr.v1': adrView,
  'compliance-check.v1': complianceCheckView,
  'estimate.v1': estimateView,
  'fact.v1': factView,
  'finding.v1': findingView,
  'handoff.v1': handoffView,
  'plan.v1': planView,
  'requirement.v1': requirementView,
  'review.v1': reviewView,
  'risk.v1': riskView,
  'tracker-item.v1': trackerItemView,
}

const viewOf = (schema = ''): View | undefined =>
  Object.hasOwn(VIEWS, schema) ? VIEWS[schema as keyof ContractTypes] : undefined

/** An artifact as people read it. */
export function showArtifact({ file, value }: Artifact, context: ViewContext): Html {
  if (value === undefined) return html`<p>The text cannot be read as JSON without guessing.</p>`
  return (viewOf(file.schema)?.show ?? showAsTable)(toArtifactValue(value, file), context)
}

const MAX_TITLE = 200
const MAX_KEYWORDS = 2_000
const MAX_BLOCKERS = 5

/** An artifact in one line. A long title is shortened. */
export function summarize(value: unknown, file: ValidatedFile): Summary {
  const view = viewOf(file.schema)
  const summary = view?.summarize(toArtifactValue(value, file)) ?? { title: titleOf(value), outcome: '' }
  const shorten = (text: string) => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text)
  const { title, outcome, verdict = '', severity = '', keywords = '', blockedBy = [] } = summary
  return {
    tone: toneOf(outcome, view?.tones ?? {}),
    ...summary,
    title: shorten(title),
    outcome: shorten(outcome),
    verdict: shorten(verdict),
    severity: shorten(severity),
    keywords: keywords.slice(0, MAX_KEYWORDS),
    blockedBy: [...new Set(blockedBy)].slice(0, MAX_BLOCKERS).map(shorten),
  }
}
