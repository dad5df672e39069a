import { unescape } from 'node:querystring'

import type { RequestHandler } from 'express'

import type { Operation } from '../../openapi/operations.ts'
import { InvalidRequest } from '../../problems/http-errors.ts'
import type { FieldError } from '../../problems/problem.ts'
import { parseQuery } from '../messages/query-parser.ts'

import type { CompiledCheck } from './compiled-check.ts'
import { toFieldErrors, truncateName } from './field-errors.ts'

type Query = ReturnType<typeof parseQuery>

/**
 * Validates requests with express-openapi-validator unless the compiled check accepts them, and adds the errors that the
 * library does not find: unknown query parameters and integers that are not written in decimal.
 */
export function validateRequest(
  operation: Operation,
  isValid: CompiledCheck,
  validator: RequestHandler,
): RequestHandler {
  return (request, response, next) => {
    request.url = splitValues(request.url, operation)
    if (isValid(request)) {
      next()
      return
    }
    requireFewErrors(request.body, operation)
    return validator(request, response, (error?: unknown) => {
      const found = error === undefined ? [] : toFieldErrors(error, operation)
      if (found === undefined) {
        next(error)
        return
      }
      const { url } = request
      // Not `request.query`: the library has renamed and converted its values.
      const query = parseQuery(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
      const [first, ...rest] = firstOfFields([
        // Explains errors that the library reports as a wrong type.
        findRepeatedParameters(query, operation),
        // The library reads `status[]` as `status`.
        found.filter(({ field }) => !(`${field}[]` in query)),
        findInvalidIntegers(query, operation),
        findUnknownParameters(query, operation),
      ])
      next(first && new InvalidRequest([first, ...rest]))
    })
  }
}

/** More than the items of any valid list have together. */
const MAX_MEMBERS_OF_ITEMS = 1_000

/** The library takes minutes for a list with a million errors, of which the response has a hundred. */
function requireFewErrors(body: unknown, { bodySchema }: Operation): void {
  if (!Array.isArray(body) || bodySchema?.type !== 'array') return
  const maxItems = Number(bodySchema['maxItems'])
  if (body.length > maxItems)
    throw new InvalidRequest([{ field: 'body', message: `must have at most ${maxItems} items` }])
  const items = body.filter((item): item is object => typeof item === 'object' && item !== null)
  if (items.flatMap((item) => Object.keys(item)).length > MAX_MEMBERS_OF_ITEMS)
    throw new InvalidRequest([{ field: 'body', message: 'must have only known members' }])
}

/** Repeats a parameter for each of its values that commas separate: `?status=TODO,DONE` as `?status=TODO&status=DONE`. */
function splitValues(url: string, { splitParameters }: Operation): string {
  const start = url.indexOf('?')
  if (start === -1 || splitParameters.size === 0 || !/,|%2C/i.test(url)) return url
  const pairs = url.slice(start + 1).split('&')
  const split = pairs.flatMap((pair) => {
    const [name = '', ...values] = pair.split('=')
    if (!splitParameters.has(unescape(name))) return [pair]
    const parts = values.join('=').split(/,|%2C/i)
    return parts.map((value) => `${name}=${value}`)
  })
  return `${url.slice(0, start)}?${split.join('&')}`
}

/** The errors of each list for fields that have none in the lists before it. */
function firstOfFields(lists: readonly FieldError[][]): FieldError[] {
  return lists.flatMap((list, i) => {
    const fields = new Set(lists.slice(0, i).flatMap((before) => before.map(({ field }) => field)))
    return list.filter(({ field }) => !fields.has(field))
  })
}

const findRepeatedParameters = (query: Query, { queryParameters, listParameters }: Operation): FieldError[] =>
  Object.entries(query)
    .filter(([name, value]) => Array.isArray(value) && queryParameters.has(name) && !listParameters.has(name))
    .map(([name]) => ({ field: name, message: 'must be given only once' }))

/** The library converts integers with `Number`, which accepts `0x10`, `1e2`, blanks and Infinity. */
const findInvalidIntegers = (query: Query, { integerParameters }: Operation): FieldError[] =>
  Object.entries(query)
    .filter(([name, value]) => integerParameters.has(name) && ![value].flat().every(isInteger))
    .map(([name]) => ({ field: name, message: 'must be an integer' }))

const isInteger = (text: string): boolean => /^-?\d+$/.test(text) && Number.isFinite(Number(text))

const findUnknownParameters = (query: Query, { queryParameters }: Operation): FieldError[] =>
  Object.keys(query)
    .filter((name) => !queryParameters.has(name))
    .map((name) => {
      const known = name.replace(/\[.*\]$/, '')
      const advice = queryParameters.has(known) ? `; use ${known} without brackets` : ''
      return { field: truncateName(name), message: `is not a query parameter of this operation${advice}` }
    })
