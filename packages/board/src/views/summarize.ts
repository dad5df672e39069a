import type { ContractTypes } from '@workbench/contracts'
import type { ValidatedFile } from '@workbench/workspace'

import { type Html, html } from '../html/html.ts'
import type { Artifact } from '../model/board-file.ts'
import { type Summary, titleOf, toneOf } from '../model/summary.ts'
import { toArtifactValue } from '../model/artifact-value.ts'
import { show } from '../parts/show.ts'
import { adrView } from './adr.ts'
import { estimateView } from './estimate.ts'
import { findingView } from './finding.ts'
import { handoffView } from './handoff.ts'
import { planView } from './plan.ts'
import { requirementView } from './requirement.ts'
import { reviewView } from './review.ts'
import { riskView } from './risk.ts'
import { showHead, showOthers } from './show-head.ts'
import { trackerItemView } from './tracker-item.ts'
import type { View, ViewContext } from './view.ts'

/** A contract without a view is shown as a table of its members. */
const VIEWS: { readonly [Id in keyof ContractTypes]?: View } = {
  'adr.v1': adrView,
  'compliance-check.v1': {
    head: { badges: ['status'], id: 'controlId', title: 'requirement' },
    tones: { compliant: 'good', partial: 'warn', undetermined: 'warn', 'non-compliant': 'bad' },
  },
  'estimate.v1': estimateView,
  'fact.v1': { head: { badges: ['type'], id: 'id', title: 'title' } },
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
  const artifact = toArtifactValue(value, file)
  const { head, show: showBody, shown = [] } = viewOf(file.schema) ?? {}
  if (artifact.names.length === 0) return show(artifact)
  const { badges = [], id = '', title = '' } = head ?? {}
  return html`${head && html`<p class="lead">${showHead(artifact, head)}</p>`}
  ${showBody?.(artifact, context)}
  ${showOthers(artifact, context.contract, ['schema', 'producedBy', ...badges, id, title, ...shown])}`
}

const MAX_TITLE = 200
const MAX_KEYWORDS = 2_000
const MAX_BLOCKERS = 5

/** An artifact in one line. A long title is shortened. */
export function summarize(value: unknown, file: ValidatedFile): Summary {
  const view = viewOf(file.schema)
  const artifact = toArtifactValue(value, file)
  const { head, tones = {}, block } = view ?? {}
  const state = artifact.at(head?.badges?.[0] ?? '').text
  const summary: Summary = {
    title: head ? artifact.texts(head.id ?? '', head.title) : titleOf(value),
    outcome: state,
    tone: toneOf(state, tones),
    isBlock: state === block,
    ...view?.summarize?.(artifact),
  }
  const shorten = (text: string) => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text)
  const { title, outcome, verdict = '', severity = '', keywords = '', blockedBy = [] } = summary
  return {
    ...summary,
    title: shorten(title),
    outcome: shorten(outcome),
    verdict: shorten(verdict),
    severity: shorten(severity),
    keywords: keywords.slice(0, MAX_KEYWORDS),
    blockedBy: [...new Set(blockedBy)].slice(0, MAX_BLOCKERS).map(shorten),
  }
}
