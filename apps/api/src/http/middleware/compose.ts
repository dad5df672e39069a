import type { RequestHandler } from 'express'

/**
 * Several handlers as one, for those that every request passes: between two of its own handlers the router takes the
 * address of a request apart again. What one throws, or gives to `next`, goes to the router as ever.
 */
export function compose(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const pass = (index: number): void => {
      const handler = handlers[index]
      if (handler === undefined) {
        next()
        return
      }
      void handler(request, response, (outcome?: unknown) => {
        if (outcome === undefined) pass(index + 1)
        else next(outcome)
      })
    }
    pass(0)
  }
}
