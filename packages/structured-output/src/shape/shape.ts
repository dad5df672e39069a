import type { Json } from '@workbench/contracts/no-files'

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

/**
 * How a model writes the values of a schema. Every value that the schema accepts has such a form; the contract decides
 * which of them are valid.
 */
export type Shape = ScalarShape | ListShape | ObjectShape | TextShape

/** What every shape has. */
export interface Common {
  /** The schema, for its annotations and keywords. */
  readonly schema: Schema
  /** Whether the schema accepts null. */
  readonly isNullable: boolean
}

/** Strings, numbers and booleans. */
interface ScalarShape extends Common {
  readonly kind: 'scalar'
  /** In the order of the schema, without `null`. */
  readonly types: readonly string[]
  /** The values of `enum` or `const`, without null. */
  readonly values?: readonly Json[]
}

interface ListShape extends Common {
  readonly kind: 'list'
  readonly items: Shape
}

/** An object with no other members than these. */
export interface ObjectShape extends Common {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, Member>
}

export interface Member {
  readonly shape: Shape
  readonly isRequired: boolean
}

/**
 * `json-text`: an object that may have any members, which a model writes as JSON in a string. `any`: any value; a model
 * writes objects and arrays as `{ "json": "<JSON>" }`, because a string can be a value itself.
 */
interface TextShape extends Common {
  readonly kind: 'json-text' | 'any'
}

/** The only member of an object that a model writes in place of any value. */
export const WRAPPER = 'json'
