import { memoized } from '@workbench/json-text'
import { templateOf } from '../schema/template.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Failure, FailureOf } from '../failures/failure.ts'
import type { Correction } from '../failures/correction.ts'
import { ownPropertyOf } from './members/known-members.ts'

/** A value that the schema with the keyword accepts. */
export const template = ({ node }: Failure): Correction => corrected(node)

/** A value for a missing member. */
export function memberTemplate({ node, location }: FailureOf<'required'>): Correction | undefined {
  const schema = ownPropertyOf(node, String(location.segment))
  return schema && corrected(schema)
}

const corrected = memoized((node: SchemaNode): Correction => ({ template: templateOf(node) }))
