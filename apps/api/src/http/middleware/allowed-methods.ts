import type { Request, RequestHandler, Response } from 'express'

import { Refusal } from '../../problems/http-errors.ts'

/** A route of Express, of any path. */
interface Route {
  options: (handler: RequestHandler) => unknown
  all: (handler: RequestHandler) => unknown
}

/** Completes a route: OPTIONS and every method that it does not have are answered with those that it has. */
export function closeRoute(route: Route, methods: readonly string[]): void {
  const allow = allowed(methods)
  route.options((_request: Request, response: Response) => {
    response.setHeader('Allow', allow)
    response.status(204).end()
  })
  route.all((request: Request) => {
    throw new Refusal('method-not-allowed', `${request.path} has no ${request.method}; it has ${allow}`, {
      Allow: allow,
    })
  })
}

function allowed(methods: readonly string[]): string {
  const upper = methods.map((method) => method.toUpperCase())
  return [...upper, ...(upper.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
