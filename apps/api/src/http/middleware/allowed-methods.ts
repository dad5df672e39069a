import type { Request, RequestHandler, Response } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** A route of Express, of any path. */
interface Route {
  options: (handler: RequestHandler) => unknown
  all: (handler: RequestHandler) => unknown
}

/** Completes a route: OPTIONS and every method that it does not have are answered with those that it has. */
export function rejectOtherMethods(route: Route, methods: readonly string[]): void {
  const allow = formatAllow(methods)
  route.options((_request: Request, response: Response) => {
    response.setHeader('Allow', allow)
    response.status(204).end()
  })
  route.all((request: Request) => {
    throw new HttpError('method-not-allowed', `${request.path} has no ${request.method}; it has ${allow}`, {
      Allow: allow,
    })
  })
}

function formatAllow(methods: readonly string[]): string {
  const upper = methods.map((method) => method.toUpperCase())
  return [...upper, ...(upper.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
