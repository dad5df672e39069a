import { stringify } from 'yaml'

import { type OpenApiDocument, METHODS, type PathItem } from './document.ts'

/** The description as clients get it. */
export interface PublishedDocument {
  json: string
  yaml: string
}

export interface PublishOptions {
  /** Where clients reach the server; undefined: where they read this. */
  publicUrl: string | undefined
  authentication: PublishedAuthentication
}

/** How the server asks callers who they are. */
export interface PublishedAuthentication {
  /** Undefined: it does not. */
  authenticate: unknown
  issuer: string | undefined
  acceptsKeys: boolean
}

/** Both texts are the same document, and say what is true of this server. */
export function publishDocument(
  description: OpenApiDocument,
  { publicUrl, authentication }: PublishOptions,
): PublishedDocument {
  const document = {
    ...(authentication.authenticate === undefined
      ? withoutSecurity(description)
      : withSecurity(description, authentication)),
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
  }
  return {
    json: JSON.stringify(document),
    yaml: stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }),
  }
}

/** The description of a server that lets everyone in: nothing asks for credentials, and nothing is refused for want of them. */
function withoutSecurity(description: OpenApiDocument): OpenApiDocument {
  const { securitySchemes: _, ...components } = description.components
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path,
    withoutSecurityResponses(item),
  ])
  return {
    ...description,
    paths: Object.fromEntries(paths) as OpenApiDocument['paths'],
    components,
    security: [],
  }
}

function withoutSecurityResponses(item: PathItem): PathItem {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const { security: _, ...rest } = operation
    const { 401: _unauthorized, 403: _forbidden, ...responses } = operation.responses
    return [[method, { ...rest, responses }]]
  })
  return { ...item, ...(Object.fromEntries(operations) as PathItem) }
}

/** The description of a server that asks: its scheme says which credentials this server takes. */
function withSecurity(
  description: OpenApiDocument,
  { issuer, acceptsKeys }: PublishedAuthentication,
): OpenApiDocument {
  const taken = [
    ...(issuer === undefined ? [] : [`an access token of ${issuer}`]),
    ...(acceptsKeys ? ['a key of this server'] : []),
  ]
  const { bearer } = description.components['securitySchemes'] as { bearer: object }
  const securitySchemes = {
    bearer: { ...bearer, description: `Takes ${taken.join(' or ') || 'nothing yet'}.` },
  }
  return { ...description, components: { ...description.components, securitySchemes } }
}
