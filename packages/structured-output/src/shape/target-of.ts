import { isObject } from '@workbench/contracts/no-files'

import type { Schema } from './shape.ts'

/** What a `$ref` refers to in a document that contains its target. */
export function targetOf(reference: string, document: Schema): Schema {
  const names = reference.split('/').slice(1)
  const target = names.reduce<unknown>(
    (schema, name) => (isObject(schema) ? schema[unescaped(name)] : undefined),
    document,
  )
  return isObject(target) ? target : {}
}

const unescaped = (name: string): string =>
  decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
