import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Request } from 'express'

import type { OpenApiDocument } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'

import { parseSimpleQuery } from './simple-query.ts'

/** Returns true if the request is valid, and then sets `request.query`. False means that the library has to decide. */
export type CompiledCheck = (request: Request) => boolean

/**
 * Creates a fast check for each operation. express-openapi-validator prepares its schemas again for each request; these
 * checks are functions that Ajv compiles once from the same schemas. A request that they reject, or that has a query or a
 * header which they do not support, is validated by the library, which also creates the error messages.
 */
export function createCompiledChecks({
  components,
}: Pick<OpenApiDocument, 'components'>): (operation: Operation) => CompiledCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, useDefaults: true })
  formats.default(ajv, { mode: 'full' })
  const compile = (schema: object): ValidateFunction => ajv.compile({ components, ...schema })
  return (operation) => {
    const { bodySchema, querySchema, validatedHeaders } = operation
    if (operation.alwaysValidated) return () => false
    const isValidQuery = compile(querySchema)
    const isValidBody = bodySchema && compile(bodySchema)
    return (request) => {
      const { headers, url } = request
      if (validatedHeaders.some((name) => headers[name] !== undefined)) return false
      if (isValidBody?.(request.body) === false) return false
      const start = url.indexOf('?')
      if (start === -1) return true
      const query = parseSimpleQuery(url.slice(start + 1), operation)
      if (query === undefined || !isValidQuery(query)) return false
      // Replaces Express's getter, which parses the URL on each access.
      Object.defineProperty(request, 'query', { value: query })
      return true
    }
  }
}
