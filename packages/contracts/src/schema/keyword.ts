import type { Pointer } from '@workbench/json-text'
import type { KeywordConstraint, SchemaNode } from './types.ts'

/** The definition of a JSON Schema keyword. */
export interface Keyword<Name extends string> {
  readonly name: Name
  /** Set if the keyword's value is a schema, or an object whose members are schemas. */
  readonly subschemas?: 'value' | 'members'
  /** Whether `true` and `false` are supported as subschemas. */
  readonly allowsBooleans?: boolean
  /** Checks the keyword's value and compiles it; undefined for an annotation, and for a value that was rejected. */
  compile(value: unknown, context: KeywordContext): KeywordConstraint | undefined
}

/** The schema that contains the keyword, as seen by {@link Keyword.compile}. */
export interface KeywordContext {
  readonly pointer: Pointer
  /** The compiled subschema below a keyword of the same schema. Without one, the schema has a problem. */
  subschema(keyword: string, ...segments: readonly string[]): SchemaNode | undefined
  /** The target of a `$ref`; rejects the keyword if there is none. */
  resolveReference(reference: string): SchemaNode | undefined
  /** Records why the keyword cannot be used and how to fix it. */
  reject(message: string): undefined
}
