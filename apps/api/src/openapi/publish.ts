import { dump } from 'js-yaml'

import { mapOperations, type OpenApiDocument } from './document.ts'
import { removeUnusedComponents } from './used-components.ts'

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
  const adapted =
    authentication === undefined
      ? removeResponses(removeSecurity(document), RESPONSES.withAuthentication)
      : removeResponses(describeBearer(document, authentication), RESPONSES.without)
  const published = {
    ...removeUnusedComponents(adapted),
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
  }
  return { json: JSON.stringify(published), yaml: dump(published, { lineWidth: -1, noRefs: true }) }
}

function removeSecurity(document: OpenApiDocument): OpenApiDocument {
  const { securitySchemes: _, ...components } = document.components
  const { paths } = mapOperations(document, ({ security: _, ...operation }) => operation)
  return { ...document, paths, components, security: [] }
}

/** The components for responses that a server sends only if it has authentication, or only if it has none. */
const RESPONSES = { withAuthentication: ['Unauthorized', 'Forbidden'], without: ['MisdirectedRequest'] }

/** Removes the responses that refer to one of these components. */
const removeResponses = (document: OpenApiDocument, names: readonly string[]): OpenApiDocument =>
  mapOperations(document, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).filter(
        ([, response]) => !names.some((name) => isReference(response, `#/components/responses/${name}`)),
      ),
    ),
  }))

const isReference = (value: unknown, target: string): boolean =>
  typeof value === 'object' && value !== null && '$ref' in value && value.$ref === target

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
