import type { Request, RequestHandler, Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'

import type { OpenApiDocument } from '../../../openapi/document.ts'
import type { Operation } from '../../../openapi/operations.ts'

import { JSON_MEDIA_TYPE } from '../body/json-body.ts'
import { stripDefaults } from './strip-defaults.ts'

/** What the library knows of the operation that a request is for. */
interface LibraryOperation {
  pathParams: Record<string, unknown>
}

type Validated = Request & { openapi?: LibraryOperation }

/**
 * A validator for each operation. For every request the library builds the pattern of each path of the description,
 * and tries it, to find the operation; the router has done that already. So the library looks for each operation
 * once, here, with an empty request, which also compiles its schemas before the first real one comes.
 */
export async function createOpenApiValidators(
  description: OpenApiDocument,
  operations: readonly Operation[],
): Promise<[Operation, RequestHandler][]> {
  const middleware = createLibraryMiddleware(description)
  return Promise.all(
    operations.map(async (operation): Promise<[Operation, RequestHandler]> => {
      return [operation, createValidator(await findLibraryOperation(operation, middleware), middleware)]
    }),
  )
}

/** The library as it comes: its handlers, of which each needs what those before it leave in the request. */
export function createLibraryMiddleware(description: OpenApiDocument): RequestHandler[] {
  return OpenApiValidator.middleware({
    apiSpec: stripDefaults(description) as never,
    // Unknown parameters are looked for elsewhere, for the validator stops at the first.
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    useRequestUrl: true,
  }) as RequestHandler[]
}

/** The library passes the response on, and looks at nothing in it. */
const NO_RESPONSE = Object.create(null) as Response

async function findLibraryOperation(
  operation: Operation,
  middleware: readonly RequestHandler[],
): Promise<LibraryOperation> {
  const request = createProbeRequest(operation) as Validated
  let failure: unknown
  for (const handler of middleware) {
    // A missing body is an error, and no reason to stop: the schemas are compiled all the same.
    failure = await new Promise((resolve) => void handler(request, NO_RESPONSE, resolve))
  }
  if (request.openapi) return request.openapi
  throw new Error(`The validator does not find ${operation.operationId}`, { cause: failure })
}

/** As much of a request as the library looks at. */
function createProbeRequest({ method, path, hasBody }: Operation): Request {
  const url = path.replaceAll(/\{\w+\}/g, '-')
  return {
    method: method.toUpperCase(),
    ...{ url, originalUrl: url, path: url, baseUrl: '' },
    headers: hasBody ? { 'content-type': JSON_MEDIA_TYPE } : {},
    query: {},
    params: {},
    // It would have every request of the application write its path parameters anew.
    app: { enabled: () => true, param: () => undefined },
  } as unknown as Request
}

function createValidator(found: LibraryOperation, middleware: readonly RequestHandler[]): RequestHandler {
  const validate = middleware.at(-1)
  if (validate === undefined) throw new Error('The validator has no handler')
  return (request: Validated, response, next) => {
    request.openapi = { ...found, pathParams: request.params }
    return validate(request, response, next)
  }
}
