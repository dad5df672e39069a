import type { OpenApiDocument } from '../../../openapi/document.ts'

/**
 * Returns a copy of an OpenAPI document without the `default` keywords of its schemas. A validator would write defaults
 * into request bodies, where handlers distinguish an absent member from one that is null.
 */
export function stripDefaults<T extends Pick<OpenApiDocument, 'components'>>(document: T): T {
  const copy = structuredClone(document)
  const schemas = Object.values(copy.components['schemas'] ?? {}) as { properties?: Record<string, object> }[]
  for (const property of schemas.flatMap(({ properties }) => Object.values(properties ?? {}))) {
    Reflect.deleteProperty(property, 'default')
  }
  return copy
}
