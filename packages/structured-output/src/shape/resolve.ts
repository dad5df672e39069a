import { isObject } from '@workbench/contracts/no-files'

import type { Schema } from './shape.ts'

/** A schema with what its `$ref` refers to. */
export interface Resolved {
  readonly schema: Schema
  /** The references that lead to the schema, its own included. */
  readonly visited: readonly string[]
  /** False if a reference is recursive, or if the schema and its target both describe members or items. */
  readonly isRepresentable: boolean
}

/** Follows the `$ref` of a schema in a document that contains all targets. Keywords beside `$ref` take precedence. */
export function resolve(schema: Schema, document: Schema, references: readonly string[]): Resolved {
  const { $ref, ...own } = schema
  if (typeof $ref !== 'string') return { schema, visited: references, isRepresentable: true }
  if (references.includes($ref)) return { schema: own, visited: references, isRepresentable: false }
  const target = resolve(targetOf($ref, document), document, [...references, $ref])
  const isRepresentable =
    target.isRepresentable && !STRUCTURE.some((name) => name in own && name in target.schema)
  return { schema: { ...target.schema, ...own }, visited: target.visited, isRepresentable }
}

/** Keywords whose values in two schemas cannot replace each other without excluding valid values. */
const STRUCTURE = ['properties', 'required', 'additionalProperties', 'items', 'if', 'then']

function targetOf(reference: string, document: Schema): Schema {
  const names = reference.split('/').slice(1)
  const target = names.reduce<unknown>(
    (schema, name) => (isObject(schema) ? schema[unescaped(name)] : undefined),
    document,
  )
  return isObject(target) ? target : {}
}

const unescaped = (name: string): string =>
  decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
