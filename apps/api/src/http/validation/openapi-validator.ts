import type { Request, RequestHandler, Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'

import { mapOperations, type OpenApiDocument } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { JSON_MEDIA_TYPE } from '../middleware/json-body.ts'

/** What express-openapi-validator stores in `request.openapi`: the matched operation. */
interface MatchedOperation {
  pathParams: Record<string, unknown>
}

type OpenApiRequest = Request & { openapi?: MatchedOperation }

/**
 * Returns a function that creates the validator of an operation.
 *
 * For every request, express-openapi-validator builds a regular expression from each path of the document to find the
 * operation, which the Express router has already found. So each operation is looked up once, with an empty request. This
 * also compiles the schemas. It waits for the first request that needs the validator, since few do.
 */
export function createOpenApiValidators(document: OpenApiDocument): (operation: Operation) => RequestHandler {
  const middleware = createLibraryMiddleware(document)
  const validate = middleware.at(-1)
  if (validate === undefined) throw new Error('The validator has no handler')
  return (operation) => {
    let matched: Promise<MatchedOperation> | undefined
    return async (request: OpenApiRequest, response, next) => {
      matched ??= matchOperation(operation, middleware)
      request.openapi = { ...(await matched), pathParams: request.params }
      await validate(request, response, next)
    }
  }
}

/** The handlers of the library. Each depends on what the handlers before it store in the request. */
export function createLibraryMiddleware(document: OpenApiDocument): RequestHandler[] {
  return OpenApiValidator.middleware({
    apiSpec: withoutResponses(document) as never,
    // The library stops at the first unknown parameter; validate-request.ts lists all of them.
    // The checks of this repository validate the document.
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    useRequestUrl: true,
  }) as RequestHandler[]
}

/** The library would prepare the descriptions of responses, too, although it does not validate responses. */
function withoutResponses(document: OpenApiDocument): OpenApiDocument {
  const { paths } = mapOperations(document, (operation) => ({ ...operation, responses: {} }))
  return { ...document, paths, components: { ...document.components, responses: {}, headers: {} } }
}

/** The library does not read the response. */
const UNUSED_RESPONSE = Object.create(null) as Response

async function matchOperation(
  operation: Operation,
  middleware: readonly RequestHandler[],
): Promise<MatchedOperation> {
  const request = createEmptyRequest(operation) as OpenApiRequest
  let failure: unknown
  for (const handler of middleware) {
    // The missing body is reported as an error; the schemas are compiled nevertheless.
    failure = await new Promise((resolve) => void handler(request, UNUSED_RESPONSE, resolve))
  }
  if (request.openapi) return request.openapi
  throw new Error(`The validator does not match ${operation.operationId}`, { cause: failure })
}

/** The properties of a request that the library reads. */
function createEmptyRequest({ method, path, hasBody }: Operation): Request {
  const url = path.replaceAll(/\{\w+\}/g, '-')
  return {
    method: method.toUpperCase(),
    ...{ url, originalUrl: url, path: url, baseUrl: '' },
    headers: hasBody ? { 'content-type': JSON_MEDIA_TYPE } : {},
    query: {},
    params: {},
    // With the real app, the library would register a handler that parses the path parameters of every request again.
    app: { enabled: () => true, param: () => undefined },
  } as unknown as Request
}
