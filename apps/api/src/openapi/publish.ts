import { dump } from 'js-yaml'

import type { OpenApiDocument } from './document.ts'

/**
 * Adapts the OpenAPI document to the configuration of this server, and serializes it in both formats.
 *
 * @param publicUrl the URL under which clients reach the server; undefined: the origin from which the document is read
 * @param hasAuthentication false: anonymous access
 */
export function publishDocument(
  document: OpenApiDocument,
  publicUrl: string | undefined,
  hasAuthentication: boolean,
): { json: string; yaml: string } {
  const published = {
    ...(hasAuthentication ? document : removeSecurity(document)),
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
  }
  return { json: JSON.stringify(published), yaml: dump(published, { lineWidth: -1, noRefs: true }) }
}

/** Nothing else in a description has these names. */
const SECURITY = new Set(['security', 'securitySchemes'])

function removeSecurity(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document, (name, value: unknown) => (SECURITY.has(name) ? undefined : value))
  return { ...(JSON.parse(text) as OpenApiDocument), security: [] }
}
