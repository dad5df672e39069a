import type { Express } from 'express'
import swaggerUi from 'swagger-ui-express'

import { closeRoute } from '../http/methods.ts'
import { negotiate } from '../http/negotiate.ts'

export const UI_PATH = '/swagger-ui.html'
const ASSETS_PATH = '/swagger-ui'

/** The interactive UI. It reads the description from this server, and sends its requests there. */
export function addUi(app: Express): void {
  const options = {
    customSiteTitle: 'Project and Task REST API',
    // Without the second, the page sends the description's address to a service that checks it.
    swaggerOptions: { url: './v3/api-docs', validatorUrl: null },
  }
  // The page looks for its files beside itself; they have a path of their own.
  const html = swaggerUi.generateHTML(undefined, options).replaceAll('"./', `".${ASSETS_PATH}/`)
  const route = app.route(UI_PATH).get(negotiate('text/html'), (_request, response) => {
    response.type('text/html').send(html)
  })
  closeRoute(route, ['get'])
  app.use(ASSETS_PATH, ...swaggerUi.serveFiles(undefined, options))
}
