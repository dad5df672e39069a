import type { Express, Request, RequestHandler, Response } from 'express'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/schema.ts'
import type { Operation } from '../../openapi/operations.ts'
import { handlers } from '../../routes/index.ts'
import type { Handler, OperationId } from '../../routes/handler.ts'

import { authorize } from './authorize.ts'
import { ignoreBody, jsonBody } from './body/json-body.ts'
import { expectedVersions, isNotModified } from './preconditions.ts'
import type { Context } from '../../context.ts'
import { patternMessages } from './validation/field-errors.ts'
import { respondOnce, readIdempotencyKey } from './idempotency.ts'
import { rejectOtherMethods } from '../middleware/allowed-methods.ts'
import { requireAcceptable } from '../middleware/accept.ts'
import { createCompiledChecks } from './validation/compiled-check.ts'
import { successResponse, type PreparedResponse, notModifiedResponse, sendResponse } from './response.ts'
import { validateRequest } from './validation/validate-request.ts'
import { createOpenApiValidators } from './validation/openapi-validator.ts'

/** Gives the application one route for each path of the description. */
export async function addOperationRoutes(
  app: Express,
  operations: Operation[],
  context: Context,
): Promise<void> {
  const validators = await createOpenApiValidators(context.openApi, operations)
  const plainCheckOf = createCompiledChecks(context.openApi)
  const messages = patternMessages(context.openApi)
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = validators.filter(([operation]) => operation.path === path)
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    for (const [operation, validator] of ofPath) {
      route[operation.method](
        headAsGet,
        ...authorize(context, operation.scope),
        ...(operation.produces === undefined ? [] : [requireAcceptable(operation.produces)]),
        ...(operation.hasBody ? jsonBody(context.http.requestTimeoutMs) : [ignoreBody]),
        validateRequest(operation, plainCheckOf(operation), validator, messages),
        answer(operation, context),
      )
    }
    rejectOtherMethods(
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

function answer({ method, operationId }: Operation, context: Context): RequestHandler {
  const handler = handlers[operationId as OperationId] as Handler<OperationId>
  const base = context.publicUrl ?? ''
  return async (request: Request, response: Response) => {
    const input = {
      path: request.params,
      query: request.url.includes('?') ? request.query : NO_QUERY,
      body: request.body as unknown,
      expected: expectedVersions(request),
    }
    const respond = async (db: Kysely<Database>): Promise<PreparedResponse> => {
      const answer = await handler(db, input as never)
      const version = answer.status === 200 ? answer.version : undefined
      const isNews = version === undefined || !isNotModified(request, version)
      return isNews ? successResponse(answer, base) : notModifiedResponse(version)
    }
    const key = method === 'post' ? readIdempotencyKey(request) : undefined
    const rendering =
      key === undefined
        ? await respond(context.db)
        : await respondOnce(request, key, operationId, context, respond)
    sendResponse(response, rendering)
  }
}
