import { type Json, MAX_PATHS_LENGTH, type PatchOperation, type Pointer } from '@workbench/json-text'

/** One thing that is wrong in an artifact. The library, the command, the hook and the MCP tools use the same shape. */
export interface Violation {
  /** JSON Pointer to the invalid value, or to the missing or unexpected member itself; `""` is the root. */
  readonly path: Pointer
  /**
   * The keyword that failed; `syntax` for text that is not JSON, `duplicate` for a duplicate member name, `depth` for too
   * many levels of nesting, `evaluations` for too many of `$ref`, `if` and `then`, `precision` for a number that may have been rounded, `size` for an artifact that is too large for a
   * file.
   */
  readonly keyword: string
  /** A sentence that names what was expected and what was received. */
  readonly message: string
  /** The keyword's demand as data: the allowed values, the type or types, the limit, the known or required members. */
  readonly expected?: Json
  /** The received value, shortened: a scalar, a length, a count or a type. Absent for a missing member. */
  readonly received?: Json
  /** Location of the keyword, for example `finding.v1.schema.json#/properties/severity/enum`. Absent if it is in no schema. */
  readonly schemaPath?: string
  /** The most similar allowed value or member name, or the value converted to the expected type; absent without one. */
  readonly suggestion?: Json
  /**
   * A small value that the schema at `path` accepts, at most 1,000 characters as JSON, wherever content has to be
   * supplied: for a missing member, a wrong type, too few items, a pattern, a bound, and an enum without a near value.
   * Texts in it are placeholders.
   */
  readonly template?: Json
  /**
   * JSON Patch operations (RFC 6902) that remove the violation without losing data. Absent unless they are unambiguous.
   */
  readonly fix?: readonly PatchOperation[]
  /** 1-based line, if text was validated. */
  readonly line?: number
  /** 1-based column in UTF-16 code units, as editors count, if text was validated. */
  readonly column?: number
}

/** The result of a validation: all violations, in document order. */
export type Verdict = Valid | Invalid

export interface Valid {
  readonly valid: true
}

export interface Invalid {
  readonly valid: false
  /** At most `maxViolations`. */
  readonly violations: readonly Violation[]
  /** Whether there are more violations than are listed. Absent if all are listed. */
  readonly truncated?: true
  /** With `truncated`: how many more violations there are, at least. */
  readonly more?: number
}

/** @param unlisted the number of further violations, at least */
export function toVerdict(found: readonly Violation[], unlisted = 0): Verdict {
  if (found.length === 0) return VALID
  let listed = 0
  for (let length = 0; listed < found.length; listed++) {
    length += found[listed]?.path.length ?? 0
    if (length > MAX_PATHS_LENGTH && listed > 0) break
  }
  const violations = listed === found.length ? found : found.slice(0, listed)
  const more = unlisted + found.length - violations.length
  return more === 0 ? { valid: false, violations } : { valid: false, violations, truncated: true, more }
}

export const VALID: Valid = Object.freeze({ valid: true })
