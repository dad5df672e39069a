import { join } from 'node:path'

import { AREA_FOLDER, type BlackboardEntry } from '@workbench/workspace'

import { type PlanProgress, plansOf, progressOf } from '../progress/progress.ts'
import { type Checkout, checkoutOf, type ElsewhereFile, filesElsewhere } from './checkout.ts'

export interface Progress {
  readonly checkout: Checkout
  /** Of the newest plan. */
  readonly plan: PlanProgress | undefined
  /** What other worktrees have and the blackboard does not. */
  readonly elsewhere: readonly ElsewhereFile[]
}

/**
 * How far the work is, as the page of the blackboard says it.
 * @param root of the project
 */
export async function readProgress(root: string, entries: readonly BlackboardEntry[]): Promise<Progress> {
  return {
    checkout: checkoutOf(root),
    plan: await readPlan(root, entries),
    elsewhere: filesElsewhere(root, join(root, AREA_FOLDER, 'blackboard'), entries),
  }
}

async function readPlan(
  root: string,
  entries: readonly BlackboardEntry[],
): Promise<PlanProgress | undefined> {
  if (!entries.some(({ schema }) => schema === 'plan.v1')) return undefined
  // The views take a while to load.
  const { readValue, toBoardFile } = await import('./to-board-file.ts')
  const files = entries.map((entry) =>
    toBoardFile(entry, entry, entry.value ?? readValue(join(root, entry.path), [root])),
  )
  const [plan] = plansOf(files)
  return plan && progressOf(plan, files)
}
