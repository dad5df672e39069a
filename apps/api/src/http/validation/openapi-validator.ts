import { type RequestHandler, Router } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'

import { mapOperations, type OpenApiDocument } from '../../openapi/document.ts'

/** Creates the handler of express-openapi-validator, which finds the operation of a request and validates it. */
export function createOpenApiValidator(document: OpenApiDocument): RequestHandler {
  const handlers = OpenApiValidator.middleware({
    apiSpec: withoutResponses(document) as never,
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

/** The library would prepare the descriptions of responses, too, although it does not validate responses. */
function withoutResponses(document: OpenApiDocument): OpenApiDocument {
  const { paths } = mapOperations(document, (operation) => ({ ...operation, responses: {} }))
  return { ...document, paths, components: { ...document.components, responses: {}, headers: {} } }
}
