import type { Request, RequestHandler } from 'express'

import type { OperationInfo } from '../../../openapi/operations.ts'
import { type FieldError, InvalidRequest } from '../../../problems/http-errors.ts'

import { fieldErrors, type PatternMessages, shortened } from './field-errors.ts'
import type { PlainCheck } from './compiled-check.ts'
import { parseQuery } from '../../middleware/query-parser.ts'

type Query = ReturnType<typeof parseQuery>

/**
 * Validates the requests of an operation that are not plainly valid, and joins what the validator finds with what it
 * does not look for.
 */
export function validated(
  operation: OperationInfo,
  isPlainlyValid: PlainCheck,
  validator: RequestHandler,
  messages: PatternMessages,
): RequestHandler {
  return (request, response, next) => {
    if (isPlainlyValid(request)) {
      next()
      return
    }
    return validator(request, response, (error?: unknown) => {
      if (error === undefined) {
        next(invalid(odditiesIn(request, operation)))
        return
      }
      const found = fieldErrors(error, messages)
      next(found === undefined ? error : invalid([...found, ...odditiesBeside(found, request, operation)]))
    })
  }
}

function invalid(errors: FieldError[]): InvalidRequest | undefined {
  const [first, ...others] = errors
  return first && new InvalidRequest([first, ...others])
}

/** What the validator lets pass. */
function odditiesIn({ originalUrl }: Request, operation: OperationInfo): FieldError[] {
  const start = originalUrl.indexOf('?')
  if (start === -1) return []
  // As it was sent: the validator has renamed and converted what `request.query` holds.
  const query = parseQuery(originalUrl.slice(start))
  return [...misspeltIntegers(query, operation), ...unknownParameters(query, operation)]
}

function odditiesBeside(found: FieldError[], request: Request, operation: OperationInfo): FieldError[] {
  const fields = new Set(found.map(({ field }) => field))
  return odditiesIn(request, operation).filter(({ field }) => !fields.has(field))
}

/** The validator reads numbers as JavaScript does, which takes `0x10`, `1e2`, a blank, and what is beyond all numbers. */
const misspeltIntegers = (query: Query, { integerParameters }: OperationInfo): FieldError[] =>
  Object.entries(query)
    .filter(([name, value]) => integerParameters.has(name) && ![value].flat().every(isInteger))
    .map(([name]) => ({ field: name, message: 'must be an integer' }))

const isInteger = (text: string): boolean => /^-?\d+$/.test(text) && Number.isFinite(Number(text))

const unknownParameters = (query: Query, { queryParameters }: OperationInfo): FieldError[] =>
  Object.keys(query)
    .filter((name) => !queryParameters.has(name))
    .map((name) => ({ field: shortened(name), message: 'is not a query parameter of this operation' }))
