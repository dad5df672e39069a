import type { Express, Request, RequestHandler, Response } from 'express'

import type { OperationInfo } from '../description/operations.ts'
import { handlers } from '../routes/index.ts'
import type { Answer, Handler, OperationId } from '../routes/handler.ts'

import { admit } from './admit.ts'
import { ignoreBody, readBody } from './body.ts'
import { expectedVersions, tagAnswer } from './conditions.ts'
import type { Context } from './context.ts'
import { patternMessages } from './field-errors.ts'
import { closeRoute } from './methods.ts'
import { negotiate } from './negotiate.ts'
import { validated } from './validate.ts'
import { createValidators } from './validator.ts'

/** Gives the application one route for each path of the description. */
export async function addOperations(
  app: Express,
  operations: OperationInfo[],
  context: Context,
): Promise<void> {
  const validators = await createValidators(context.description, operations)
  const messages = patternMessages(context.description)
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = validators.filter(([operation]) => operation.path === path)
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    for (const [operation, validator] of ofPath) {
      route[operation.method](
        headAsGet,
        ...admit(context, operation.scope),
        ...(operation.produces === undefined ? [] : [negotiate(operation.produces)]),
        ...(operation.hasBody ? readBody(context.http.requestTimeoutMs) : [ignoreBody]),
        validated(operation, validator, messages),
        answer(handlers[operation.operationId as OperationId] as Handler<OperationId>, context),
      )
    }
    closeRoute(
      route,
      ofPath.map(([{ method }]) => method),
    )
  }
}

/** The validator knows no HEAD. Node has already noted that the answer has no body. */
const headAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET'
  next()
}

/** What Express would find, without its looking. */
const NO_QUERY = {}

function answer(handler: Handler<OperationId>, { db, publicUrl }: Context): RequestHandler {
  return async (request: Request, response: Response) => {
    const input = {
      path: request.params,
      query: request.url.includes('?') ? request.query : NO_QUERY,
      body: request.body as unknown,
      expected: expectedVersions(request),
    }
    send(request, response, await handler(db, input as never), publicUrl ?? '')
  }
}

function send(request: Request, response: Response, answer: Answer<OperationId>, base: string): void {
  response.statusCode = answer.status
  response.setHeader('Cache-Control', 'no-store')
  if (answer.status === 204) {
    response.end()
    return
  }
  if (answer.version !== undefined && tagAnswer(request, response, answer.version)) {
    response.writeHead(304).end()
    return
  }
  if (answer.status === 201) response.setHeader('Location', base + answer.location)
  const body = JSON.stringify(answer.body)
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}
