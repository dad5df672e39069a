import { readFileSync } from 'node:fs'

import { parse } from 'yaml'

/** An OpenAPI document, as far as this server looks into it. */
export interface OpenApiDocument {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string; description?: string }[]
  paths: Record<string, PathItem>
  components: Record<string, Record<string, unknown>>
  security?: SecurityRequirement[]
}

export type PathItem = Partial<Record<Method, OperationObject>> & { parameters?: Parameter[] }

export interface OperationObject {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Reference | RequestBody
  responses: Record<string, unknown>
  security?: SecurityRequirement[]
}

/** The scopes that each scheme has to grant. */
export type SecurityRequirement = Record<string, string[]>

/** To a component of the description itself. */
export interface Reference {
  $ref: string
}

export type Parameter = Reference | ParameterObject

export interface RequestBody {
  content?: Record<string, { schema?: Schema }>
}

export interface ParameterObject {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

/** A JSON Schema, which may refer to the components of the description. */
export interface Schema {
  type?: string
  [keyword: string]: unknown
}

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const
export type Method = (typeof METHODS)[number]

/** Reads the description of the API. Throws when the file is not there or is not YAML. */
export function loadOpenApiDocument(file: URL): OpenApiDocument {
  return parse(readFileSync(file, 'utf8')) as OpenApiDocument
}
