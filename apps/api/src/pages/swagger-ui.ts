import type { Express, RequestHandler } from 'express'
import swaggerUi from 'swagger-ui-express'

import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'
import { requireAcceptable } from '../http/middleware/accept.ts'
import { swaggerUiPolicy } from '../http/middleware/security-headers.ts'

export const SWAGGER_UI_PATH = '/swagger-ui.html'
const ASSETS_PATH = '/swagger-ui'

/** The interactive UI. It reads the description from this server, and sends its requests there. */
export function addSwaggerUi(app: Express, publicUrl: string | undefined): void {
  const options = {
    customSiteTitle: 'Project and Task REST API',
    // Without the second, the page sends the description's address to a service that checks it.
    swaggerOptions: { url: './v3/api-docs', validatorUrl: null },
  }
  // The page looks for its files beside itself; they have a path of their own.
  const html = swaggerUi.generateHTML(undefined, options).replaceAll('"./', `".${ASSETS_PATH}/`)
  const route = app
    .route(SWAGGER_UI_PATH)
    .get(requireAcceptable('text/html'), swaggerUiPolicy(publicUrl), (_request, response) => {
      response.type('text/html').send(html)
    })
  rejectOtherMethods(route, ['get'])
  const serve = swaggerUi.serveFiles(undefined, options)
  for (const file of listAssets(html)) {
    const asset = app.route(`${ASSETS_PATH}/${file}`).get(serveFromRoot(file), ...serve)
    rejectOtherMethods(asset, ['get'])
  }
}

/** The files that the page names; nothing else of the package is served. */
const listAssets = (html: string): Set<string> =>
  new Set([...html.matchAll(/"\.\/swagger-ui\/([\w.-]+)"/g)].map(([, file = '']) => file))

/** The files are looked up as if the path began with their folder. */
const serveFromRoot =
  (file: string): RequestHandler =>
  (request, _response, next) => {
    request.url = `/${file}`
    // A part of a file, or one under a condition, is of no use to the page.
    for (const name of ['range', 'if-match', 'if-unmodified-since'])
      Reflect.deleteProperty(request.headers, name)
    next()
  }
