import type { Express, Request, RequestHandler, Response } from 'express'

import type { Store } from '../../db/store.ts'
import type { OpenApiDocument } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import type { CompleteResponse, Handler, OperationId } from '../../handlers/handler.ts'
import type { Context } from '../context.ts'
import { requireAcceptable } from '../middleware/accept.ts'
import { authorize } from '../middleware/access/authorize.ts'
import { rejectOtherMethods } from '../middleware/allowed-methods.ts'
import { acceptPatch, ignoreBody, jsonBody } from '../middleware/json-body.ts'
import { type PreparedResponse, sendResponse, successResponse } from '../responses/prepared-response.ts'
import { createCompiledChecks } from '../validation/compiled-check.ts'
import { createOpenApiValidator } from '../validation/openapi-validator.ts'
import { validateRequest } from '../validation/validate-request.ts'

import { readIdempotencyKey, respondOnce } from './idempotency.ts'
import { expectedVersions, isNotModified, preconditionsOf } from './preconditions.ts'

/**
 * Adds a route for each path of the OpenAPI document.
 *
 * @param document with the schemas of `toServerSchemas`
 */
export function addOperationRoutes(
  app: Express,
  document: OpenApiDocument,
  operations: Operation[],
  context: Context,
): void {
  const validator = createOpenApiValidator(document)
  const createCheck = createCompiledChecks(document)
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = operations.filter((operation) => operation.path === path)
    const route = app.route(expressPath(path))
    for (const operation of ofPath) {
      route[operation.method](
        treatHeadAsGet,
        ...authorize(context, operation.scope),
        ...(operation.produces.length === 0 ? [] : [requireAcceptable(...operation.produces)]),
        ...(operation.bodySchema ? jsonBody(operation) : [ignoreBody]),
        validateRequest(operation, createCheck(operation), validator),
        runHandler(operation, context),
      )
    }
    rejectOtherMethods(
      route,
      ofPath.map(({ method }) => method),
      Object.assign({}, ...ofPath.map(({ consumes }) => acceptPatch(consumes))) as Record<string, string>,
    )
  }
}

/** The validator rejects HEAD. Node omits the body because the response was created for a HEAD request. */
const treatHeadAsGet: RequestHandler = (request, response, next) => {
  if (request.method === 'HEAD') {
    request.method = 'GET'
    response.locals['isHead'] = true
  }
  next()
}

/** `request.query` parses the URL on each access, so it is not read if there is no query. */
const NO_QUERY = {}

function runHandler({ operationId, validatedHeaders }: Operation, context: Context): RequestHandler {
  const handler = context.handlers[operationId as OperationId] as Handler<OperationId> | undefined
  if (handler === undefined) throw new Error(`Operation ${operationId} has no handler`)
  const { store } = context
  const hasPreconditions = validatedHeaders.includes('if-match')
  const hasKey = validatedHeaders.includes('idempotency-key')
  return async (request: Request, response: Response) => {
    const input = {
      path: request.params,
      query: request.url.includes('?') ? request.query : NO_QUERY,
      body: request.body as unknown,
      expected: hasPreconditions ? expectedVersions(request) : undefined,
    }
    const run = (transaction: Store) => handler(transaction, input as never, request)
    const key = hasKey ? readIdempotencyKey(request) : undefined
    if (key !== undefined) {
      const preconditions = hasPreconditions ? preconditionsOf(request) : undefined
      const keyed = { request, key, operation: operationId, preconditions }
      const respond = async (transaction: Store) =>
        prepare(request, (await run(transaction)) as CompleteResponse<OperationId>, context)
      sendResponse(response, await respondOnce(keyed, context, respond))
      return
    }
    const result = await run(store)
    if ('stream' in result) await result.stream(response)
    else sendResponse(response, prepare(request, result, context))
  }
}

/** 304 if the client already has the version of the response. */
function prepare(
  request: Request,
  result: CompleteResponse<OperationId>,
  { config }: Context,
): PreparedResponse {
  const prepared = successResponse(result, config.publicUrl ?? '')
  const version = result.status === 200 && result.isExtended !== true ? result.version : undefined
  if (version === undefined || !isNotModified(request, version)) return prepared
  return { ...prepared, status: 304 }
}

/** The path template of an operation as a route of Express: `/tasks/:id`. */
const expressPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')
