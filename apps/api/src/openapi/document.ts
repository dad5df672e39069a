import { readFileSync } from 'node:fs'

import { load } from 'js-yaml'

/** An OpenAPI 3.1 document: the parts that this server reads. */
export interface OpenApiDocument {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string; description?: string }[]
  tags?: { name: string }[]
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

/** The required scopes by the name of the security scheme. */
type SecurityRequirement = Record<string, string[]>

/** A reference to a component of the same document. */
export interface Reference {
  $ref: string
}

type Parameter = Reference | ParameterObject

export interface RequestBody {
  content?: Record<string, { schema?: Schema }>
}

export interface ParameterObject {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

/** A JSON Schema. Its references point to components of the document. */
export interface Schema {
  type?: string | string[]
  enum?: (string | null)[]
  properties?: Record<string, Schema | Reference>
  items?: Schema | Reference
  allOf?: (Schema | Reference)[]
  anyOf?: (Schema | Reference)[]
  /** What a value must be that does not match `pattern`. */
  'x-message'?: string
  [keyword: string]: unknown
}

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const
export type Method = (typeof METHODS)[number]

/**
 * Reads an OpenAPI document from a YAML file.
 *
 * @throws Error if the file cannot be read or is not valid YAML
 */
export const loadOpenApiDocument = (file: URL): OpenApiDocument =>
  load(readFileSync(file, 'utf8')) as OpenApiDocument
