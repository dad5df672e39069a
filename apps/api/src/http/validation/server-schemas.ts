import type { OpenApiDocument } from '../../openapi/document.ts'

interface Schema {
  pattern?: string
  'x-unicode-pattern'?: string
  properties?: Record<string, object>
}

/**
 * Returns a copy of an OpenAPI document with the schemas that the server validates:
 *
 * - without `default`, which a validator would write into request bodies, where handlers distinguish an absent member from
 *   one that is null
 * - with `x-unicode-pattern` in place of `pattern`: it needs the flag `u`, which not all clients set
 */
export function toServerSchemas<T extends Pick<OpenApiDocument, 'components'>>(document: T): T {
  const copy = structuredClone(document)
  for (const schema of Object.values(copy.components['schemas'] ?? {}) as Schema[]) {
    const unicodePattern = schema['x-unicode-pattern']
    if (unicodePattern !== undefined) schema.pattern = unicodePattern
    for (const property of Object.values(schema.properties ?? {})) {
      Reflect.deleteProperty(property, 'default')
    }
  }
  return copy
}
