import { isObject } from '@workbench/contracts/no-files'
import { segments, valueAt } from '@workbench/json-text'

import type { Schema } from './shape.ts'

/** What a `$ref` refers to in a document that contains its target. */
export function targetOf(reference: string, document: Schema): Schema {
  const target = valueAt(document, ...segments(decodeURIComponent(reference)))
  return isObject(target) ? target : {}
}
