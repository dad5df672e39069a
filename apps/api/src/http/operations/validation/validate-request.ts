import type { Request, RequestHandler } from 'express'

import type { Operation } from '../../../openapi/operations.ts'
import { InvalidRequest } from '../../../problems/http-errors.ts'
import type { FieldError } from '../../../problems/problem.ts'
import { parseQuery } from '../../middleware/query-parser.ts'

import type { CompiledCheck } from './compiled-check.ts'
import { toFieldErrors, truncateName } from './field-errors.ts'
import type { PatternMessages } from './pattern-messages.ts'

type Query = ReturnType<typeof parseQuery>

/**
 * Validates requests with express-openapi-validator unless the compiled check accepts them, and adds the errors that the
 * library does not find: unknown query parameters and integers that are not written in decimal.
 */
export function validateRequest(
  operation: Operation,
  isValid: CompiledCheck,
  validator: RequestHandler,
  messages: PatternMessages,
): RequestHandler {
  return (request, response, next) => {
    if (isValid(request)) {
      next()
      return
    }
    return validator(request, response, (error?: unknown) => {
      const found = error === undefined ? [] : toFieldErrors(error, messages)
      if (found === undefined) {
        next(error)
        return
      }
      const fields = new Set(found.map(({ field }) => field))
      const others = findQueryErrors(request, operation).filter(({ field }) => !fields.has(field))
      const [first, ...rest] = [...found, ...others]
      next(first && new InvalidRequest([first, ...rest]))
    })
  }
}

function findQueryErrors({ originalUrl }: Request, operation: Operation): FieldError[] {
  const start = originalUrl.indexOf('?')
  if (start === -1) return []
  // Not `request.query`: the library has renamed and converted its values.
  const query = parseQuery(originalUrl.slice(start))
  return [...findInvalidIntegers(query, operation), ...findUnknownParameters(query, operation)]
}

/** The library converts integers with `Number`, which accepts `0x10`, `1e2`, blanks and Infinity. */
const findInvalidIntegers = (query: Query, { integerParameters }: Operation): FieldError[] =>
  Object.entries(query)
    .filter(([name, value]) => integerParameters.has(name) && ![value].flat().every(isInteger))
    .map(([name]) => ({ field: name, message: 'must be an integer' }))

const isInteger = (text: string): boolean => /^-?\d+$/.test(text) && Number.isFinite(Number(text))

const findUnknownParameters = (query: Query, { queryParameters }: Operation): FieldError[] =>
  Object.keys(query)
    .filter((name) => !queryParameters.has(name))
    .map((name) => ({ field: truncateName(name), message: 'is not a query parameter of this operation' }))
