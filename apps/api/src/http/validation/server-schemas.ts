import type { OpenApiDocument, ParameterObject, Schema } from '../../openapi/document.ts'
import { SEVERAL_VALUES } from '../../openapi/operations.ts'

/**
 * Returns a copy of an OpenAPI document with the schemas that the server validates:
 *
 * - without `default`, which a validator would write into request bodies, where handlers distinguish an absent member from
 *   one that is null, and without `readOnly`, which it would reject
 * - with `x-unicode-pattern` in place of `pattern`: it needs the flag `u`, which not all clients set
 * - with an array in place of `anyOf` a value or an array in query parameters
 */
export function toServerSchemas<T extends Pick<OpenApiDocument, 'components'>>(document: T): T {
  const copy = structuredClone(document)
  for (const schema of Object.values(copy.components['schemas'] ?? {}) as Schema[]) {
    const unicodePattern = schema['x-unicode-pattern']
    if (unicodePattern !== undefined) schema['pattern'] = unicodePattern
    for (const property of Object.values(schema.properties ?? {})) {
      Reflect.deleteProperty(property, 'default')
      Reflect.deleteProperty(property, 'readOnly')
    }
  }
  for (const parameter of Object.values(copy.components['parameters'] ?? {}) as ParameterObject[]) {
    const list = parameter.schema?.anyOf?.find((each) => 'type' in each && each.type === 'array')
    if (list !== undefined) parameter.schema = { ...list, [SEVERAL_VALUES]: true }
  }
  return copy
}
