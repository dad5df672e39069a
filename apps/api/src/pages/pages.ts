import type { Express, RequestHandler } from 'express'

import { publishDocument } from '../openapi/publish.ts'
import type { Context } from '../context.ts'
import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'
import { requireAcceptable } from '../http/middleware/accept.ts'
import { PROBLEM_TYPES } from '../problems/problem-types.ts'

import { errorIndexPage, errorPage } from './error-pages.ts'
import { addSwaggerUi } from './swagger-ui.ts'

/** The description, the UI, and the pages about errors. */
export function addPages(app: Express, { openApi, publicUrl, authenticator }: Context): void {
  const { json, yaml } = publishDocument(openApi, { publicUrl, authentication: authenticator })
  addText(app, '/v3/api-docs', 'application/json', json)
  addText(app, '/v3/api-docs.yaml', 'application/yaml', yaml)
  addText(app, '/errors', 'text/html', errorIndexPage(PROBLEM_TYPES))
  for (const [name, kind] of Object.entries(PROBLEM_TYPES)) {
    addText(app, `/errors/${name}`, 'text/html', errorPage(name, kind))
  }
  addSwaggerUi(app, publicUrl)
}

function addText(app: Express, path: string, mediaType: string, text: string): void {
  const send: RequestHandler = (_request, response) => {
    response.type(mediaType).send(text)
  }
  rejectOtherMethods(app.route(path).get(requireAcceptable(mediaType), send), ['get'])
}
