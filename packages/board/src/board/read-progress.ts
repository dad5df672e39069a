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
  const plans = entries.filter(({ schema }) => schema === 'plan.v1')
  if (plans.length === 0) return undefined
  // The views take a while to load.
  const { readContent, toBoardFile } = await import('./to-board-file.ts')
  const toFile = (entry: BlackboardEntry) =>
    toBoardFile(entry, entry, readContent(join(root, entry.path), [root]).value)
  for (const entry of plans.toSorted((a, b) => b.modified.getTime() - a.modified.getTime())) {
    const [plan] = plansOf([toFile(entry)])
    if (!plan) continue
    return progressOf(plan, entries.map(toFile))
  }
  return undefined
}
