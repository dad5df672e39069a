import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Request } from 'express'

import type { OpenApiDocument } from '../../../openapi/document.ts'
import type { Operation } from '../../../openapi/operations.ts'
import { stripDefaults } from './strip-defaults.ts'

/** Says of most valid requests that they are, and gives them what the validator would. Of any other it says no. */
export type CompiledCheck = (request: Request) => boolean

/**
 * A check for each operation. The validator reads its description anew for each request; this asks functions that are
 * compiled from the same description, in the same dialect. What they refuse, and what takes more than them to
 * read, is left to the validator, which finds out what is wrong, if anything.
 */
export function createCompiledChecks(
  description: Pick<OpenApiDocument, 'components'>,
): (operation: Operation) => CompiledCheck {
  const { components } = stripDefaults({ components: description.components })
  const ajv = new Ajv2020({ strict: false, useDefaults: true })
  formats.default(ajv, { mode: 'full' })
  const compile = (schema: object): ValidateFunction => ajv.compile({ components, ...schema })
  return (operation) => {
    const { hasBody, bodySchema, querySchema, validatedHeaders } = operation
    if (operation.alwaysValidated || (hasBody && bodySchema === undefined)) return () => false
    const isQuery = compile(querySchema)
    const isBody = bodySchema && compile(bodySchema)
    return (request) => {
      const { headers, url } = request
      if (validatedHeaders.some((name) => headers[name] !== undefined)) return false
      if (isBody?.(request.body) === false) return false
      const start = url.indexOf('?')
      if (start === -1) return true
      const query =
        url === request.originalUrl ? parseSimpleQuery(url.slice(start + 1), operation) : undefined
      if (query === undefined || !isQuery(query)) return false
      // What the property of Express would find, and parse, each time.
      Object.defineProperty(request, 'query', { value: query })
      return true
    }
  }
}

/** Parameters that mean what is written, without decoding. */
const UNENCODED_QUERY = /^\w+=[\w.,-]+(?:&\w+=[\w.,-]+)*$/
const INTEGER = /^\d{1,15}$/

type Value = string | number | string[]

/** The values of a query by the types of its parameters; undefined when they are not read that simply. */
function parseSimpleQuery(
  text: string,
  { queryParameters, integerParameters, listParameters }: Operation,
): Record<string, Value> | undefined {
  if (!UNENCODED_QUERY.test(text)) return undefined
  const query: Record<string, Value> = {}
  for (const pair of text.split('&')) {
    const end = pair.indexOf('=')
    const [name, value] = [pair.slice(0, end), pair.slice(end + 1)]
    const known = query[name]
    if (!queryParameters.has(name)) return undefined
    if (Array.isArray(known)) known.push(value)
    else if (known !== undefined) return undefined
    else if (listParameters.has(name)) query[name] = [value]
    else if (!integerParameters.has(name)) query[name] = value
    else if (INTEGER.test(value)) query[name] = Number(value)
    else return undefined
  }
  return query
}
