import type { RequestHandler } from 'express'

/**
 * Combines several handlers into one. Express parses the URL of a request again before each handler that is added with
 * `app.use`; handlers that run for every request therefore cost less if they are combined.
 */
export function compose(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const run = (index: number): void => {
      const handler = handlers[index]
      if (handler === undefined) {
        next()
        return
      }
      void handler(request, response, (error?: unknown) => {
        if (error === undefined) run(index + 1)
        else next(error)
      })
    }
    run(0)
  }
}
