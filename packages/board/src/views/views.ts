import type { ContractTypes } from '@workbench/contracts'

import { findingView } from './finding.ts'
import { handoffView } from './handoff.ts'
import { planView } from './plan.ts'
import { reviewView } from './review.ts'
import type { View } from './view.ts'

/** A contract without a view is shown as a table of its members. */
const VIEWS: { readonly [Id in keyof ContractTypes]?: View } = {
  'adr.v1': {
    badges: ['status'],
    title: ['number', 'title'],
    tones: { accepted: 'good', proposed: 'warn' },
  },
  'compliance-check.v1': {
    badges: ['status'],
    title: ['controlId', 'requirement'],
    tones: { compliant: 'good', partial: 'warn', undetermined: 'warn', 'non-compliant': 'bad' },
  },
  'estimate.v1': { title: ['scope'], figures: { expected: 'expected' } },
  'fact.v1': { badges: ['type'], title: ['id', 'title'] },
  'finding.v1': findingView,
  'handoff.v1': handoffView,
  'plan.v1': planView,
  'requirement.v1': { badges: ['priority', 'kind'], title: ['id', 'title'] },
  'review.v1': reviewView,
  'risk.v1': {
    badges: ['status'],
    title: ['id', 'title'],
    figures: { 'exposure €': 'exposureEur' },
    tones: { open: 'warn', mitigating: 'warn', closed: 'good' },
  },
  'tracker-item.v1': {
    badges: ['state', 'type'],
    title: ['sourceId', 'title'],
    tones: { done: 'good', blocked: 'bad' },
    block: 'blocked',
  },
}

export const viewOf = (schema = ''): View | undefined =>
  Object.hasOwn(VIEWS, schema) ? VIEWS[schema as keyof ContractTypes] : undefined
