import { join } from 'node:path'

import { type Contracts, type HandoffV1, withPositions } from '@workbench/contracts'
import { readFile } from '@workbench/contracts/internal'
import { checkDeliverables, DeadlineError, HANDOFF_CONTRACT, type ValidatedFile } from '@workbench/workspace'

import type { Rejection } from './rejection-message.ts'

interface HandoffOptions {
  readonly root: string
  readonly open: () => Contracts
  /** In milliseconds since 1970. */
  readonly deadline: number
}

/** What is wrong with the deliverables of a valid file of the working area, if it is a handoff. */
export function handoffRejections(
  { path, schema }: Pick<ValidatedFile, 'path' | 'schema'>,
  { root, open, deadline }: HandoffOptions,
): Rejection[] {
  if (schema !== HANDOFF_CONTRACT) return []
  try {
    const { bytes } = readFile(join(root, path))
    const handoff = JSON.parse(Buffer.from(bytes).toString()) as HandoffV1
    const { violations } = checkDeliverables(handoff, { root, contracts: open(), deadline })
    return violations.length === 0 ? [] : [{ path, schema, violations: withPositions(bytes, violations) }]
  } catch (error) {
    if (error instanceof DeadlineError) return [{ path, isUnchecked: true }]
    throw error
  }
}
