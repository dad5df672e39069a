import { readFileSync } from 'node:fs'

import { parse } from 'yaml'

/** An OpenAPI document, as far as this server looks into it. */
export interface Description {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string; description?: string }[]
  paths: Record<string, PathItem>
  components: Record<string, Record<string, unknown>>
  security?: SecurityRequirement[]
}

export type PathItem = Partial<Record<Method, Operation>> & { parameters?: Parameter[] }

export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: unknown
  responses: Record<string, unknown>
  security?: SecurityRequirement[]
}

/** The scopes that each scheme has to grant. */
export type SecurityRequirement = Record<string, string[]>

export type Parameter = { $ref: string } | ParameterObject

export interface ParameterObject {
  name: string
  in: string
  required?: boolean
  schema?: { type?: string }
}

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const
export type Method = (typeof METHODS)[number]

/** Reads the description of the API. Throws when the file is not there or is not YAML. */
export function loadDescription(file: URL): Description {
  return parse(readFileSync(file, 'utf8')) as Description
}
