import { dump } from 'js-yaml'

import { mapOperations, type OpenApiDocument } from './document.ts'

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

function removeSecurity(document: OpenApiDocument): OpenApiDocument {
  const { securitySchemes: _, ...components } = document.components
  const { paths } = mapOperations(document, ({ security: _, ...operation }) => operation)
  return { ...document, paths, components, security: [] }
}
