import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'
import { type FactDraft, openArea, type WriteRequest } from '@workbench/workspace'

import { factDraft } from '@workbench/test-support/fact-draft'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

/** The contract files of this repository. */
export const schemas = fileURLToPath(new URL('../../../schemas', import.meta.url))

export const contracts = openContracts({ directory: schemas })

export const TODAY = '2026-01-31'

/** Creates an empty project. `at` returns the absolute path of a part of its working area. */
export function newProject() {
  const root = temporaryFolder()
  return {
    root,
    area: openArea(root),
    at: (...segments: string[]) => join(root, '.workbench', ...segments),
  }
}

/** A finding without `schema` and `producedBy`, which writeArtifact() sets. */
export const finding = {
  id: 'F-1',
  severity: 'high',
  title: 'Pool without a limit',
  summary: 'Connections are opened without a bound.',
  failureScenario: 'A burst of requests opens more connections than the database takes.',
  confidence: 'high',
}

export const risk = {
  id: 'R-1',
  title: 'Vendor ends support',
  category: 'vendor',
  probability: 0.2,
  impactEur: 1000,
  mitigation: 'Keep a second vendor ready',
  owner: 'lead',
  status: 'open',
}

export const request = (change: Partial<WriteRequest> = {}): WriteRequest => ({
  schema: 'finding.v1',
  wave: 'w1',
  agent: 'auditor',
  artifact: finding,
  replace: false,
  ...change,
})

export const draft = (change: Partial<FactDraft> = {}): FactDraft => ({ ...factDraft, ...change })

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
