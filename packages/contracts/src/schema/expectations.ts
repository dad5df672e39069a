import type { Json } from '@workbench/json-text'

/** The types that the `type` keyword names. */
export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer'

/** What the keywords expect that constrain a value itself, without its members or items. */
export interface TestExpectations {
  readonly type: readonly TypeName[]
  readonly const: Json
  readonly enum: readonly Json[]
  readonly pattern: string
  readonly maxLength: number
  readonly minimum: number
  readonly maximum: number
  readonly minItems: number
}

/** What each keyword expects, as data. */
export interface Expectations extends TestExpectations {
  /** The names of all required members. */
  readonly required: readonly string[]
  /** The schema `false` of a member. */
  readonly properties: false
  /** The names of all members that a closed object can have. */
  readonly additionalProperties: readonly string[]
  /** The maximum nesting of an artifact. */
  readonly depth: number
  /** The maximum number of evaluations of `$ref`, `if` and `then` for an artifact. */
  readonly evaluations: number
}
