import type { Pointer } from '@workbench/json-text'
import type { Expectations } from '../schema/expectations.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Location } from './location.ts'

/** A keyword that a value fails: what was expected, what was received and where, without words. */
export interface FailureOf<Keyword extends keyof Expectations> {
  readonly keyword: Keyword
  /** The schema that contains the keyword. */
  readonly node: SchemaNode
  /** For example `finding.v1.schema.json#/properties/severity/enum`. A limit of validation is in no schema. */
  readonly schemaPath?: string
  readonly expected: Expectations[Keyword]
  /**
   * The value, its length or its name, whichever the keyword constrains. Undefined for a missing member, and for a text that
   * could not be checked.
   */
  readonly received: unknown
  readonly location: Location
  readonly path: Pointer
  readonly anchor: Anchor
  /** Each `if` under whose `then` the keyword is. */
  readonly conditions: readonly SchemaNode[]
}

/**
 * The part of the text that a violation's line and column refer to: the value, the member's name, or, for a missing
 * member, the object that should contain it.
 */
export type Anchor = 'value' | 'name' | 'container'

export type Failure = { [Keyword in keyof Expectations]: FailureOf<Keyword> }[keyof Expectations]

/** An error in the text of an artifact, which no contract defines. Its message is written where the text is read. */
export interface TextFailure {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
  readonly message: string
}
