import type { Json } from './json.ts'
import type { Pointer } from './pointer.ts'

/** One way in which an artifact breaks its contract. The same shape everywhere: library, command, hook and tools. */
export interface Violation {
  /** JSON Pointer of the member concerned: the missing or unexpected member itself; `""` is the root. */
  readonly path: Pointer
  /** The keyword that failed; `syntax` for text that is not JSON, `duplicate` for a repeated name, `depth` for nesting. */
  readonly keyword: string
  /** One sentence that names what was expected and what was received. */
  readonly message: string
  /** The rule as data: the allowed values, the type or types, the limit, the known or required member names. */
  readonly expected?: Json
  /** What came, short: a scalar, a length, a count or a type. Absent where nothing came. */
  readonly received?: Json
  /** Where the rule stands, as `finding.v1.schema.json#/properties/severity/enum`. Absent where no schema rules. */
  readonly schemaPath?: string
  /** The nearest allowed value or member name, or the value in the expected type; only where there is one. */
  readonly suggestion?: Json
  /** 1-based line in the text, where the text is known. */
  readonly line?: number
  /** 1-based column in the line, in UTF-16 code units as editors count; where the text is known. */
  readonly column?: number
}

/** The answer to "does this value follow its contract?": all violations, in document order. */
export type Verdict = Valid | Invalid

export interface Valid {
  readonly valid: true
}

export interface Invalid {
  readonly valid: false
  readonly violations: readonly Violation[]
}

export const toVerdict = (violations: readonly Violation[]): Verdict =>
  violations.length === 0 ? VALID : { valid: false, violations }

export const VALID: Valid = Object.freeze({ valid: true })
