import type { Express, RequestHandler } from 'express'

import { publish } from '../openapi/publish.ts'
import type { Context } from '../context.ts'
import { closeRoute } from '../http/middleware/allowed-methods.ts'
import { negotiate } from '../http/middleware/accept.ts'
import { KINDS } from '../problems/problem-types.ts'

import { indexPage, kindPage } from './error-pages.ts'
import { addUi } from './swagger-ui.ts'

/** The description, the UI, and the pages about errors. */
export function addSite(app: Express, { description, publicUrl, access }: Context): void {
  const { json, yaml } = publish(description, { publicUrl, access })
  addText(app, '/v3/api-docs', 'application/json', json)
  addText(app, '/v3/api-docs.yaml', 'application/yaml', yaml)
  addText(app, '/errors', 'text/html', indexPage(KINDS))
  for (const [name, kind] of Object.entries(KINDS)) {
    addText(app, `/errors/${name}`, 'text/html', kindPage(name, kind))
  }
  addUi(app, publicUrl)
}

function addText(app: Express, path: string, mediaType: string, text: string): void {
  const send: RequestHandler = (_request, response) => {
    response.type(mediaType).send(text)
  }
  closeRoute(app.route(path).get(negotiate(mediaType), send), ['get'])
}
