import type { Express } from 'express'

import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'
import { requireAcceptable } from '../http/middleware/accept.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { publishDocument, type PublishedAuthentication } from '../openapi/publish.ts'
import { PROBLEM_TYPES } from '../problems/problem-types.ts'

import { StaticDocument } from './static-document.ts'
import { errorIndexPage, errorPage } from './error-pages.ts'

interface DocumentOptions {
  openApi: OpenApiDocument
  publicUrl: string | undefined
  /** Undefined: anonymous access. */
  authenticator: PublishedAuthentication | undefined
}

/** Serves the OpenAPI document as JSON and YAML, and the pages about the problem types. */
export function addDocumentRoutes(
  app: Express,
  { openApi, publicUrl, authenticator }: DocumentOptions,
): void {
  const { json, yaml } = publishDocument(openApi, { publicUrl, authentication: authenticator })
  addDocument(app, '/v3/api-docs', 'application/json', json)
  addDocument(app, '/v3/api-docs.yaml', 'application/yaml', yaml)
  addDocument(app, '/errors', 'text/html', errorIndexPage(PROBLEM_TYPES))
  for (const [name, problemType] of Object.entries(PROBLEM_TYPES)) {
    addDocument(app, `/errors/${name}`, 'text/html', errorPage(name, problemType))
  }
}

function addDocument(app: Express, path: string, mediaType: string, text: string): void {
  const document = new StaticDocument(text)
  const route = app.route(path).get(requireAcceptable(mediaType), async (request, response) => {
    await document.send(request, response.type(mediaType))
  })
  rejectOtherMethods(route, ['get'])
}
