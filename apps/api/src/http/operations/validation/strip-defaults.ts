import type { OpenApiDocument } from '../../../openapi/document.ts'

/**
 * A copy of the description. A validator would write its defaults into bodies, and so tell a member that is absent from
 * one that is null; the handlers know what both mean.
 */
export function stripDefaults<T extends Pick<OpenApiDocument, 'components'>>(description: T): T {
  const copy = structuredClone(description)
  const schemas = Object.values(copy.components['schemas'] ?? {}) as { properties?: Record<string, object> }[]
  for (const member of schemas.flatMap(({ properties }) => Object.values(properties ?? {}))) {
    Reflect.deleteProperty(member, 'default')
  }
  return copy
}
