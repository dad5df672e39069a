import type { Express } from 'express'

import type { Context } from '../http/context.ts'
import { addGetRoute } from '../http/middleware/allowed-methods.ts'
import { requireAcceptable } from '../http/middleware/accept.ts'
import { publishDocument } from '../openapi/publish.ts'
import { PROBLEM_TYPES } from '../problems/problem-types.ts'

import { errorIndexPage, errorPage } from './error-pages.ts'

/** Serves the OpenAPI document as JSON and YAML, and the pages about the problem types. */
export function addDocumentRoutes(app: Express, { openApi, config, authenticator }: Context): void {
  const options = { publicUrl: config.publicUrl, authentication: authenticator }
  const { json, yaml } = publishDocument(openApi, options)
  addDocument(app, '/v3/api-docs', 'application/json', json)
  addDocument(app, '/v3/api-docs.yaml', 'application/yaml', yaml)
  addDocument(app, '/errors', 'text/html', errorIndexPage(PROBLEM_TYPES))
  for (const [name, problemType] of Object.entries(PROBLEM_TYPES)) {
    addDocument(app, `/errors/${name}`, 'text/html', errorPage(name, problemType))
  }
}

function addDocument(app: Express, path: string, mediaType: string, text: string): void {
  addGetRoute(app, path, requireAcceptable(mediaType), (_request, response) => {
    response.type(mediaType).send(text)
  })
}
