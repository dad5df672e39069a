import type { Express, Request, RequestHandler, Response } from 'express'

import type { HttpConfig } from '../../config/http.ts'
import type { Store } from '../../db/store.ts'
import type { OpenApiDocument } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import type { HandledOperationId, Handler, Handlers, OperationId } from '../../routes/handler.ts'
import { projectHandlers } from '../../routes/projects.ts'
import { taskHandlers } from '../../routes/tasks.ts'
import { requireAcceptable } from '../middleware/accept.ts'
import { rejectOtherMethods } from '../middleware/allowed-methods.ts'
import { isLargePage, type LargeResponses } from '../server/large-responses.ts'
import {
  largePageResponse,
  notModifiedResponse,
  type PreparedResponse,
  sendResponse,
  successResponse,
} from '../responses/prepared-response.ts'

import { authorize, type AuthorizeOptions } from '../middleware/access/authorize.ts'
import { ignoreBody, jsonBody } from '../middleware/json-body.ts'
import { type IdempotencyOptions, readIdempotencyKey, respondOnce } from './idempotency.ts'
import { expectedVersions, isNotModified, preconditionsOf, throwPreconditionFailed } from './preconditions.ts'
import { createCompiledChecks } from '../validation/compiled-check.ts'
import { readPatternMessages } from '../validation/pattern-messages.ts'
import { createOpenApiValidators } from '../validation/openapi-validator.ts'
import { toServerSchemas } from '../validation/server-schemas.ts'
import { validateRequest } from '../validation/validate-request.ts'

export const handlers: Handlers = { ...projectHandlers, ...taskHandlers }

interface RouterOptions extends AuthorizeOptions, IdempotencyOptions {
  openApi: OpenApiDocument
  /** Prefix of the Location header; undefined: the header contains a path only. */
  publicUrl: string | undefined
  http: Pick<HttpConfig, 'requestTimeoutMs' | 'compression'>
  /** The handlers of operations that send their responses themselves. */
  streamHandlers: Readonly<Record<string, RequestHandler>>
  largeResponses: LargeResponses
  /** The epoch of the database, which entity tags contain. */
  epoch: string
}

/** Adds a route for each path of the OpenAPI document. */
export function addOperationRoutes(app: Express, operations: Operation[], options: RouterOptions): void {
  const document = toServerSchemas(options.openApi)
  const createValidator = createOpenApiValidators(document)
  const createCheck = createCompiledChecks(document)
  const messages = readPatternMessages(document)
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = operations.filter((operation) => operation.path === path)
    const route = app.route(expressPath(path))
    for (const operation of ofPath) {
      route[operation.method](
        treatHeadAsGet,
        ...authorize(options, operation.scope),
        ...(operation.produces.length === 0 ? [] : [requireAcceptable(...operation.produces)]),
        ...(operation.hasBody ? jsonBody(options.http.requestTimeoutMs) : [ignoreBody]),
        validateRequest(operation, createCheck(operation), createValidator(operation), messages),
        options.streamHandlers[operation.operationId] ?? runHandler(operation, options),
      )
    }
    rejectOtherMethods(
      route,
      ofPath.map(({ method }) => method),
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

function runHandler(
  { method, operationId, validatedHeaders }: Operation,
  options: RouterOptions,
): RequestHandler {
  const handler = handlers[operationId as HandledOperationId] as Handler<OperationId>
  const { publicUrl = '', epoch } = options
  // A list contains the text of several callers, and each of them can choose a part. The size of the compressed list is
  // then a side channel (BREACH): an observer who chose a part can guess the others.
  const compresses =
    options.http.compression === 'all' || (options.http.compression === undefined && !options.authenticator)
  const acceptedEncodings = ({ headers }: Request) =>
    compresses ? (headers['accept-encoding'] ?? '') : undefined
  const hasPreconditions = validatedHeaders.includes('if-match')
  return async (request: Request, response: Response) => {
    const input = {
      path: request.params,
      query: request.url.includes('?') ? request.query : NO_QUERY,
      body: request.body as unknown,
      expected: hasPreconditions ? expectedVersions(request, epoch) : undefined,
    }
    const respond = async (store: Store): Promise<PreparedResponse> => {
      const result = await handler(store, input as never).catch((error: unknown) =>
        throwPreconditionFailed(error, epoch),
      )
      const version = result.status === 200 ? result.version : undefined
      const prepared = successResponse(result, publicUrl, epoch)
      return version !== undefined && isNotModified(request, version, epoch)
        ? notModifiedResponse(prepared)
        : prepared
    }
    const key = method === 'post' ? readIdempotencyKey(request) : undefined
    if (isLargePage(input.query)) {
      await options.largeResponses.build(response, async () => {
        const page = await largePageResponse(await handler(options.store, input as never), publicUrl)
        await sendResponse(response, page, acceptedEncodings(request))
      })
      return
    }
    const prepared =
      key === undefined
        ? await respond(options.store)
        : await respondOnce(
            {
              request,
              key,
              operation: operationId,
              preconditions: hasPreconditions ? preconditionsOf(request) : undefined,
            },
            options,
            respond,
          )
    await sendResponse(response, prepared, acceptedEncodings(request))
  }
}

/** The path template of an operation as a route of Express: `/tasks/:id`. */
const expressPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')
