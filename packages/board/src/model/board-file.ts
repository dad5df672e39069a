import type { ValidatedFile } from '@workbench/workspace'

import type { Summary } from './summary.ts'

/** An artifact of a wave and the verdict on it. */
export interface BoardFile extends ValidatedFile {
  readonly wave: string
  /** The name of the file without its extension. */
  readonly agent: string
  /** The agent that the artifact names; undefined if it cannot be read, or names none. */
  readonly producer: string | undefined
  readonly summary: Summary
  /** Undefined if the text cannot be read as JSON, not even after its syntax errors are fixed. */
  readonly value: unknown
}
