import type { Request, RequestHandler } from 'express'

import type { Operation } from '../../../openapi/operations.ts'
import { type FieldError, InvalidRequest } from '../../../problems/http-errors.ts'

import { toFieldErrors, type PatternMessages, truncateName } from './field-errors.ts'
import type { CompiledCheck } from './compiled-check.ts'
import { parseQuery } from '../../middleware/query-parser.ts'

type Query = ReturnType<typeof parseQuery>

/**
 * Validates the requests of an operation that are not plainly valid, and joins what the validator finds with what it
 * does not look for.
 */
export function validateRequest(
  operation: Operation,
  isPlainlyValid: CompiledCheck,
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
        next(toInvalidRequest(findUnvalidatedErrors(request, operation)))
        return
      }
      const found = toFieldErrors(error, messages)
      next(
        found === undefined
          ? error
          : toInvalidRequest([...found, ...findOtherErrors(found, request, operation)]),
      )
    })
  }
}

function toInvalidRequest(errors: FieldError[]): InvalidRequest | undefined {
  const [first, ...others] = errors
  return first && new InvalidRequest([first, ...others])
}

/** What the validator lets pass. */
function findUnvalidatedErrors({ originalUrl }: Request, operation: Operation): FieldError[] {
  const start = originalUrl.indexOf('?')
  if (start === -1) return []
  // As it was sent: the validator has renamed and converted what `request.query` holds.
  const query = parseQuery(originalUrl.slice(start))
  return [...findInvalidIntegers(query, operation), ...findUnknownParameters(query, operation)]
}

function findOtherErrors(found: FieldError[], request: Request, operation: Operation): FieldError[] {
  const fields = new Set(found.map(({ field }) => field))
  return findUnvalidatedErrors(request, operation).filter(({ field }) => !fields.has(field))
}

/** The validator reads numbers as JavaScript does, which takes `0x10`, `1e2`, a blank, and what is beyond all numbers. */
const findInvalidIntegers = (query: Query, { integerParameters }: Operation): FieldError[] =>
  Object.entries(query)
    .filter(([name, value]) => integerParameters.has(name) && ![value].flat().every(isInteger))
    .map(([name]) => ({ field: name, message: 'must be an integer' }))

const isInteger = (text: string): boolean => /^-?\d+$/.test(text) && Number.isFinite(Number(text))

const findUnknownParameters = (query: Query, { queryParameters }: Operation): FieldError[] =>
  Object.keys(query)
    .filter((name) => !queryParameters.has(name))
    .map((name) => ({ field: truncateName(name), message: 'is not a query parameter of this operation' }))
