import { isObject } from '@workbench/contracts/no-files'
import { segments } from '@workbench/json-text'

import type { Schema } from './shape.ts'

/** What a `$ref` refers to in a document that contains its target. */
export function targetOf(reference: string, document: Schema): Schema {
  const names = segments(decodeURIComponent(reference))
  const target = names.reduce<unknown>(
    (schema, name) => (isObject(schema) ? schema[name] : undefined),
    document,
  )
  return isObject(target) ? target : {}
}
