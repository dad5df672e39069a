import type { Selectable } from 'kysely'

import type { ChangeTable } from '../../db/schema.ts'

/** A position in the change feed: the next tick, and the last change of it that precedes the position. */
export interface ChangePosition {
  tick: number
  /** Decimal digits. */
  id: string
}

/** Consecutive changes, and the position after them. */
export interface ChangePage {
  changes: Change[]
  end: ChangePosition
}

/** A change of a project or task, and the position after it. The deletion of a project includes its tasks. */
export interface Change extends Selectable<Omit<ChangeTable, 'transaction'>> {
  position: ChangePosition
}
