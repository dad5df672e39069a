import { dump } from 'js-yaml'

import { mapOperations, type OpenApiDocument } from './document.ts'

/** The credentials that the server accepts. */
export interface PublishedAuthentication {
  issuer: string | undefined
  acceptsApiKeys: boolean
}

/**
 * Adapts the OpenAPI document to the configuration of this server, and serializes it in both formats.
 *
 * @param publicUrl the URL under which clients reach the server; undefined: the origin from which the document is read
 * @param authentication undefined: anonymous access
 */
export function publishDocument(
  document: OpenApiDocument,
  publicUrl: string | undefined,
  authentication: PublishedAuthentication | undefined,
): { json: string; yaml: string } {
  const published = {
    ...(authentication === undefined ? removeSecurity(document) : describeBearer(document, authentication)),
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
  }
  return { json: JSON.stringify(published), yaml: dump(published, { lineWidth: -1, noRefs: true }) }
}

function removeSecurity(document: OpenApiDocument): OpenApiDocument {
  const { securitySchemes: _, ...components } = document.components
  const { paths } = mapOperations(document, ({ security: _, ...operation }) => operation)
  return { ...document, paths, components, security: [] }
}

/** Names the credentials that this server accepts in the description of the bearer scheme. */
function describeBearer(
  document: OpenApiDocument,
  { issuer, acceptsApiKeys }: PublishedAuthentication,
): OpenApiDocument {
  const accepted = [
    ...(issuer === undefined ? [] : [`an access token of ${issuer}`]),
    ...(acceptsApiKeys ? ['an API key of this server'] : []),
  ]
  const { bearer } = document.components['securitySchemes'] as { bearer: object }
  const description = `Accepts ${accepted.join(' or ') || 'no credentials: no API key is configured yet'}.`
  const securitySchemes = { bearer: { ...bearer, description } }
  return { ...document, components: { ...document.components, securitySchemes } }
}
