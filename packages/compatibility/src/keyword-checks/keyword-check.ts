import { token } from '@workbench/json-text'
import type { KeywordName, SchemaNode } from '@workbench/contracts/internal'
import { type Conjunction, expectedOf, includesType, type JsonType } from '../schemas/conjunction.ts'
import type { ExampleFinder } from '../examples/example-finder.ts'
import type { Incompatibility } from './incompatibility.ts'

/**
 * Finds the values of a conjunction that one keyword of the new schema rejects. Not called for a conjunction that has
 * `const` or `enum`: each of its values is validated instead.
 */
export type KeywordCheck = (conjunction: Conjunction, node: SchemaNode, context: CheckContext) => Answer

/** An empty list would be easily written by mistake. */
export type Answer = 'compatible' | readonly [Incompatibility, ...Incompatibility[]]

export function answer([first, ...others]: readonly Incompatibility[]): Answer {
  return first ? [first, ...others] : 'compatible'
}

export interface CheckContext {
  readonly examples: ExampleFinder
  /** Compares the conjunction with another schema, such as a subschema of the one being checked. */
  readonly incompatibilities: (conjunction: Conjunction, node: SchemaNode) => readonly Incompatibility[]
}

/** Whether the conjunction has values of the type, and `type` of the new schema does not reject all of them. */
export const appliesTo = (type: JsonType, conjunction: Conjunction, node: SchemaNode): boolean =>
  conjunction.allowsType(type) && includesType(expectedOf(node, 'type') ?? [type], type)

/** The members of an incompatibility that concerns the whole value. */
export const about = (conjunction: Conjunction, node: SchemaNode, keyword: KeywordName, message: string) => ({
  path: '',
  message,
  before: conjunction.schemaPathOf(keyword),
  after: node.schemaPath + (Object.hasOwn(node.schema, keyword) ? token(keyword) : ''),
})
