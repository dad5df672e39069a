import { type RequestHandler, Router } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'

import type { OpenApiDocument } from '../../openapi/document.ts'

/** Creates the handler of express-openapi-validator, which finds the operation of a request and validates it. */
export function createOpenApiValidator(document: OpenApiDocument): RequestHandler {
  const handlers = OpenApiValidator.middleware({
    apiSpec: document as never,
    // The checks of this repository validate the document.
    validateApiSpec: false,
    // The library stops at the first unknown parameter; validate-request.ts lists all of them.
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    useRequestUrl: true,
  }) as RequestHandler[]
  return Router().use(...handlers)
}
