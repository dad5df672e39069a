import type { Express, RequestHandler } from 'express'
import swaggerUi from 'swagger-ui-express'

import { requireAcceptable } from '../http/middleware/accept.ts'
import { addGetRoute } from '../http/middleware/allowed-methods.ts'
import { swaggerUiPolicy } from '../http/middleware/security-headers.ts'

export const SWAGGER_UI_PATH = '/swagger-ui.html'
const ASSETS_PATH = '/swagger-ui'

/**
 * Serves Swagger UI, and redirects `/` to it. The page reads the OpenAPI document from this server and sends its requests
 * to it.
 */
export function addSwaggerUi(app: Express, publicUrl: string | undefined): void {
  const options = {
    customSiteTitle: 'Project and Task REST API',
    // Without `validatorUrl: null`, the page sends the URL of the document to validator.swagger.io.
    swaggerOptions: { url: './v3/api-docs', validatorUrl: null },
  }
  // The generated page refers to its assets in its own folder; they are served under ASSETS_PATH.
  const html = swaggerUi.generateHTML(undefined, options).replaceAll('"./', `".${ASSETS_PATH}/`)
  const acceptable = requireAcceptable('text/html')
  addGetRoute(app, SWAGGER_UI_PATH, acceptable, swaggerUiPolicy(publicUrl), (_request, response) => {
    response.type('text/html').send(html)
  })
  addGetRoute(app, '/', acceptable, (_request, response) => {
    // Relative, because the server may be published below another path.
    response.redirect(`.${SWAGGER_UI_PATH}`)
  })
  const serve = swaggerUi.serveFiles(undefined, options)
  // No other file of the package is served than those that the page refers to.
  const files = [...html.matchAll(/"\.\/swagger-ui\/([\w.-]+)"/g)].map(([, file = '']) => file)
  for (const file of new Set(files)) addGetRoute(app, `${ASSETS_PATH}/${file}`, rewriteUrl(file), ...serve)
}

/** Rewrites the URL of a request to the path of a file below the folder of swagger-ui-dist. */
const rewriteUrl =
  (file: string): RequestHandler =>
  (request, _response, next) => {
    request.url = `/${file}`
    next()
  }
