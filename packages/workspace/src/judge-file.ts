import { readFileSync, statSync } from 'node:fs'

import { type Contracts, judgeArtifact, SchemaError, type Violation } from '@workbench/contracts'

/** An artifact as it stands on disk. */
export interface Judged {
  /** From the project's root, with slashes. */
  readonly path: string
  /** The contract that it was judged by, where it names one that there is. */
  readonly schema: string | undefined
  readonly valid: boolean
  readonly violations: readonly Violation[]
  /** Why it could not be judged; absent where it could. */
  readonly problem?: string
  /** When it was last written. */
  readonly modified: Date
  readonly bytes: number
}

/** Judges a file by the contract that it names. What keeps it from being judged is in the answer, never thrown. */
export function judgeFile(file: string, path: string, contracts: Contracts): Judged {
  const facts = { path, schema: undefined, valid: false, violations: [], modified: new Date(0), bytes: 0 }
  try {
    const stat = statSync(file)
    const read = { ...facts, modified: stat.mtime, bytes: stat.size }
    // Whatever is no plain file could keep a reader waiting for ever.
    if (!stat.isFile()) return { ...read, problem: 'it is no file; take it away' }
    const { id: schema, verdict } = judgeArtifact(contracts, readFileSync(file))
    return { ...read, schema, valid: verdict.valid, violations: verdict.valid ? [] : verdict.violations }
  } catch (error) {
    const reason =
      error instanceof SchemaError ? `its contract is broken: ${error.message}` : (error as Error).message
    return { ...facts, problem: `it could not be checked: ${reason}` }
  }
}
