import { stringify } from 'yaml'

import { METHODS, type OpenApiDocument, type PathItem } from './document.ts'

/** The same OpenAPI document in both formats. */
export interface PublishedDocument {
  json: string
  yaml: string
}

export interface PublishOptions {
  /** URL under which clients reach the server; undefined: the origin from which the document is read. */
  publicUrl: string | undefined
  /** Undefined: anonymous access. */
  authentication: PublishedAuthentication | undefined
}

/** The credentials that the server accepts. */
export interface PublishedAuthentication {
  issuer: string | undefined
  acceptsApiKeys: boolean
}

/** Adapts the OpenAPI document to the configuration of this server and serializes it. */
export function publishDocument(
  document: OpenApiDocument,
  { publicUrl, authentication }: PublishOptions,
): PublishedDocument {
  const published = {
    ...(authentication === undefined ? removeSecurity(document) : describeBearer(document, authentication)),
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
  }
  return {
    json: JSON.stringify(published),
    yaml: stringify(published, { lineWidth: 0, aliasDuplicateObjects: false }),
  }
}

function removeSecurity(document: OpenApiDocument): OpenApiDocument {
  const { securitySchemes: _, ...components } = document.components
  const paths = Object.entries(document.paths).map(([path, item]) => [path, removeItemSecurity(item)])
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenApiDocument['paths'],
    components,
    security: [],
  }
}

/** Removes the security requirements and the responses 401 and 403. */
function removeItemSecurity(item: PathItem): PathItem {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const { security: _, ...rest } = operation
    const { 401: _unauthorized, 403: _forbidden, ...responses } = operation.responses
    return [[method, { ...rest, responses }]]
  })
  return { ...item, ...(Object.fromEntries(operations) as PathItem) }
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
