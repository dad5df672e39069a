import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'

import type { Description } from '../description/load.ts'
import type { OperationInfo } from '../description/operations.ts'
import { type FieldError, InvalidRequest } from '../problem/errors.ts'

import { fieldErrors, patternMessages, shortened } from './field-errors.ts'
import { parseQuery } from './query.ts'

/** The validator of every operation's parameters and body. It changes its copy of the description. */
export function createValidator(description: Description): RequestHandler[] {
  return OpenApiValidator.middleware({
    apiSpec: structuredClone(description) as never,
    // Unknown parameters are looked for here, for the validator stops at the first.
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    useRequestUrl: true,
  }) as RequestHandler[]
}

/** Joins what the validator found with what it does not look for, and passes on the request if that is nothing. */
export function reportAll(
  description: Description,
  operation: OperationInfo,
): [RequestHandler, ErrorRequestHandler] {
  const messages = patternMessages(description)
  return [
    (request, _response, next) => {
      next(invalid(odditiesIn(request, operation)))
    },
    (error: unknown, request, _response, next) => {
      const found = fieldErrors(error, messages)
      next(found === undefined ? error : invalid([...found, ...odditiesBeside(found, request, operation)]))
    },
  ]
}

function invalid(errors: FieldError[]): InvalidRequest | undefined {
  const [first, ...others] = errors
  return first && new InvalidRequest([first, ...others])
}

/** What the validator lets pass. */
const odditiesIn = (request: Request, operation: OperationInfo): FieldError[] => [
  ...misspeltIntegers(request, operation),
  ...unknownParameters(request, operation),
]

const odditiesBeside = (found: FieldError[], request: Request, operation: OperationInfo): FieldError[] =>
  odditiesIn(request, operation).filter(({ field }) => !found.some((error) => error.field === field))

/** The validator reads numbers as JavaScript does, which takes `0x10`, `1e2` and a blank. */
const misspeltIntegers = (request: Request, { integerParameters }: OperationInfo): FieldError[] =>
  Object.entries(sentBy(request))
    .filter(
      ([name, value]) => integerParameters.has(name) && ![value].flat().every((text) => /^-?\d+$/.test(text)),
    )
    .map(([name]) => ({ field: name, message: 'must be an integer' }))

const unknownParameters = (request: Request, { queryParameters }: OperationInfo): FieldError[] =>
  Object.keys(sentBy(request))
    .filter((name) => !queryParameters.has(name))
    .map((name) => ({ field: shortened(name), message: 'is not a query parameter of this operation' }))

/** The query as it was sent: the validator has renamed and converted what `request.query` holds. */
const sentBy = ({ originalUrl }: Request) =>
  parseQuery(originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '')
