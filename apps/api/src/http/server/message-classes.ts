import { IncomingMessage, ServerResponse } from 'node:http'

import type { Express } from 'express'

import type { Connections } from './connections.ts'

/** A larger body is given to the socket in pieces, so that it is known how much of it waits. */
const PIECE_BYTES = 64 * 1024

interface MessageClassesOptions {
  connections: Pick<Connections, 'addUnsent'>
  /** Whether the server is stopping. Responses then close their connection. */
  isStopping: () => boolean
}

/**
 * Request and response classes whose prototypes already are the application's. Express sets the prototype of every request
 * and response; if that changes it, V8's inline caches for the object no longer apply, and a request takes several times
 * as much processor time.
 */
export function createMessageClasses(app: Express, { connections, isStopping }: MessageClassesOptions) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {
    /** Called once for each response. While the server stops, the response closes its keep-alive connection. */
    override writeHead(...args: unknown[]): this {
      if (isStopping()) this.shouldKeepAlive = false
      return super.writeHead(...(args as [number]))
    }

    override end(...args: unknown[]): this {
      const body = toLargeBody(...args)
      if (body === undefined) return super.end(...(args as []))
      if (!this.headersSent && !this.hasHeader('Content-Length'))
        this.setHeader('Content-Length', body.length)
      connections.addUnsent(this, body.length)
      this.#endInPieces(body)
      return this
    }

    #endInPieces(body: Buffer): void {
      let rest = body
      while (rest.length > 0) {
        const piece = rest.subarray(0, PIECE_BYTES)
        rest = rest.subarray(piece.length)
        connections.addUnsent(this, -piece.length)
        if (this.destroyed) return
        if (!this.write(piece) && rest.length > 0) {
          this.once('drain', () => {
            this.#endInPieces(rest)
          })
          return
        }
      }
      super.end()
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse }
}

/** The body as bytes if it is sent in pieces. The string, which is as large, can be freed then. */
function toLargeBody(content?: unknown, ...others: unknown[]): Buffer | undefined {
  const hasCallback = others.some((argument) => typeof argument === 'function')
  if (hasCallback || !(typeof content === 'string' || Buffer.isBuffer(content))) return undefined
  if (content.length <= PIECE_BYTES) return undefined
  return typeof content === 'string' ? Buffer.from(content, others[0] as BufferEncoding | undefined) : content
}
