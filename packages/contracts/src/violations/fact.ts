import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { TypeName } from '../schema/keywords/value-types.ts'
import type { Location } from './location.ts'

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

/**
 * The part of the text that a violation's line and column refer to: the value, the member's name, or, for a missing
 * member, the object that should contain it.
 */
export type Anchor = 'value' | 'name' | 'container'

/** The keyword in its schema. */
export interface KeywordSite {
  /** The schema that contains the keyword. */
  readonly node: SchemaNode
  /** For example `finding.v1.schema.json#/properties/severity/enum`. A limit of validation is in no schema. */
  readonly schemaPath?: string
}

/** A keyword that a value fails: what was expected, what was received and where, without words. */
export interface FactOf<Keyword extends keyof Expectations> extends KeywordSite {
  readonly keyword: Keyword
  readonly expected: Expectations[Keyword]
  /** The value, its length or its name, whichever the keyword constrains. Undefined for a missing member. */
  readonly received: unknown
  readonly location: Location
  readonly path: Pointer
  readonly anchor: Anchor
  /** Each `if` under whose `then` the keyword is. */
  readonly conditions: readonly SchemaNode[]
}

export type Fact = { [Keyword in keyof Expectations]: FactOf<Keyword> }[keyof Expectations]

/** An error in the text of an artifact, which no contract defines. Its message is written where the text is read. */
export interface TextFact {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
  readonly message: string
}
