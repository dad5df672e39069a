import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

import { METHODS, type OperationObject as Described } from '../../../src/openapi/document.ts'
import { description } from '../../support/requests/contract.ts'

export type Schema = Record<string, unknown>

/** A parameter of openapi.yaml, with an Ajv validator of its schema. */
export interface Parameter {
  name: string
  in: string
  schema: Schema
  isValid: (value: unknown) => boolean
}

/** The properties of an operation of openapi.yaml that are needed to send requests and to predict responses. */
export interface Operation {
  id: string
  method: string
  /** The path template. */
  path: string
  query: Parameter[]
  headers: Parameter[]
  scope: string
  statuses: Set<number>
  /** Undefined if the operation has no request body. */
  body: { schema: Schema; isValid: (value: unknown) => boolean } | undefined
}

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema(description, 'api')

/** What the model does not know; `test/resources/` tests it. */
const NOT_MODELLED = {
  operations: new Set(['createTasks', 'listAllTasks']),
  parameters: new Set(['dueBefore', 'dueAfter', 'dueDate', 'updatedAfter', 'q', 'include']),
}

export const operations: Operation[] = Object.entries(description.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const described = item[method]
    return described === undefined || NOT_MODELLED.operations.has(described.operationId)
      ? []
      : [operationOf(path, method, described, item.parameters ?? [])]
  }),
)

/** The methods that openapi.yaml lists for a path; HEAD and OPTIONS are implied. */
export const methodsOf = (path: string): string[] =>
  operations.filter((operation) => operation.path === path).map(({ method }) => method)

function operationOf(path: string, method: string, described: Described, shared: unknown[]): Operation {
  const parameters = [...shared, ...(described.parameters ?? [])].map(parameterOf)
  const body = described.requestBody && resolve(described.requestBody)
  const content = (body as { content?: Record<string, { schema: Schema }> } | undefined)?.content
  const schema = content?.['application/json']?.schema
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    query: parameters.filter(
      (parameter) => parameter.in === 'query' && !NOT_MODELLED.parameters.has(parameter.name),
    ),
    headers: parameters.filter((parameter) => parameter.in === 'header'),
    scope: described.security?.[0]?.['bearer']?.[0] ?? '',
    statuses: new Set(Object.keys(described.responses).map(Number)),
    body: schema && { schema: resolve(schema), isValid: validatorOf(schema) },
  }
}

function parameterOf(reference: unknown): Parameter {
  const parameter = resolve(reference) as { name: string; in: string; schema: Schema }
  // One value or several: always a list here, as the query string has it.
  const list = (parameter.schema['anyOf'] as Schema[] | undefined)?.find(({ type }) => type === 'array')
  const schema = list ? { ...list, items: resolve(list['items']) } : parameter.schema
  return { ...parameter, schema: resolve(schema), isValid: validatorOf(schema) }
}

/** Resolves a `$ref` within openapi.yaml. */
export function resolve(value: unknown): Schema {
  const { $ref } = value as { $ref?: string }
  if ($ref === undefined) return value as Schema
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Schema)[key], description)
  return resolve(found)
}

/** Compiles a schema of openapi.yaml with Ajv. */
export function validatorOf(schema: Schema): ValidateFunction {
  return ajv.compile(absolute(schema) as Schema)
}

/** Prefixes each `$ref`, so that the schema can be compiled on its own. */
function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === '$ref' ? `api${String(value)}` : absolute(value),
    ]),
  )
}

export function operationWithId(id: string): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`openapi.yaml has no operation ${id}`)
  return found
}

export const hasConditions = ({ headers }: Operation): boolean =>
  headers.some(({ name }) => name === 'If-Match')
