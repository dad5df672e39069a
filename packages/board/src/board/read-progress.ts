import { join } from 'node:path'

import { AREA_FOLDER, type BlackboardEntry } from '@workbench/workspace'

import { type PlanProgress, plansOf, progressOf } from '../progress/progress.ts'
import { type Checkout, checkoutOf, type ElsewhereFile, filesElsewhere } from './checkout.ts'
import { readContent, toBoardFile } from './to-board-file.ts'

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
export function readProgress(root: string, entries: readonly BlackboardEntry[]): Progress {
  const files = entries.map((entry) => {
    const value = entry.valid ? entry.value : readContent(join(root, entry.path), [root]).value
    return toBoardFile(entry, entry, value)
  })
  const [plan] = plansOf(files)
  return {
    checkout: checkoutOf(root),
    plan: plan && progressOf(plan, files),
    elsewhere: filesElsewhere(root, join(root, AREA_FOLDER, 'blackboard'), files),
  }
}
