import type { Express, IRoute, Request, RequestHandler, Response } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** Adds a route that supports only GET and HEAD. */
export function addGetRoute(app: Express, path: string, ...handlers: RequestHandler[]): void {
  rejectOtherMethods(app.route(path).get(...handlers), ['get'])
}

/** Answers OPTIONS with the Allow header and `headers`, and rejects every method that is not in `methods` with 405. */
export function rejectOtherMethods(
  route: IRoute,
  methods: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): void {
  const upper = methods.map((method) => method.toUpperCase())
  const allow = [...upper, ...(upper.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  route.options((_request: Request, response: Response) => {
    response.set({ Allow: allow, ...headers })
    response.status(204).end()
  })
  route.all((request: Request) => {
    throw new HttpError(
      'method-not-allowed',
      `${request.path} does not support ${request.method}; supported methods: ${allow}`,
      { headers: { Allow: allow } },
    )
  })
}
