import { IncomingMessage, ServerResponse } from 'node:http'

import type { Express } from 'express'

import type { Context } from '../context.ts'
import { encodedEntityTag } from '../responses/entity-tags.ts'

/**
 * Request and response classes whose prototypes already are the application's. Express sets the prototype of every request
 * and response; if that changes it, V8's inline caches for the object no longer apply, and a request takes several times
 * as much processor time.
 */
export function createMessageClasses(app: Express, { isStopping }: Context) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {
    /** Called once for each response. While the server stops, the response closes its keep-alive connection. */
    override writeHead(...args: unknown[]): this {
      if (isStopping()) this.shouldKeepAlive = false
      const [tag, encoding] = [this.getHeader('ETag'), this.getHeader('Content-Encoding')]
      if (typeof tag === 'string' && tag.startsWith('"') && encoding !== undefined)
        this.setHeader('ETag', encodedEntityTag(tag, String(encoding)))
      return super.writeHead(...(args as [number]))
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse }
}
