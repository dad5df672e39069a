import { memoized } from '../memoized.ts'
import { templateOf } from '../schema/template.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Fact, FactOf } from '../violations/fact.ts'
import type { Correction } from './correction.ts'
import { ownPropertyOf } from './members/known-members.ts'

/** A value that the schema with the keyword accepts. */
export const template = ({ node }: Fact): Correction => corrected(node)

/** A value for a missing member. */
export function memberTemplate({ node, location }: FactOf<'required'>): Correction | undefined {
  const schema = ownPropertyOf(node, String(location.segment))
  return schema && corrected(schema)
}

const corrected = memoized((node: SchemaNode): Correction => ({ template: templateOf(node) }))
