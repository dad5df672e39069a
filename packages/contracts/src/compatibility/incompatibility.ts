import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'

/** One way in which a schema refuses, or may refuse, what another one accepts; at first for a part of an artifact. */
export interface Incompatibility {
  /** Where in the artifact. */
  readonly path: Pointer
  readonly message: string
  /** A value that the one accepts and the other refuses; absent where none could be made. */
  readonly value?: Json
  /** Where the rule stands in both. */
  readonly before?: string | undefined
  readonly after: string
}
