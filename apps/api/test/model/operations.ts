import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

import type { OperationId } from '../../src/handlers/handler.ts'
import { METHODS, type OpenApiDocument } from '../../src/openapi/document.ts'
import { description } from '../support/requests/contract.ts'

export type { OperationId }

export type Schema = Record<string, unknown>

/** A parameter of openapi.yaml, with an Ajv validator of its schema. */
export interface Parameter {
  name: string
  in: string
  schema: Schema
  /** Whether its values are also split at commas. */
  isSplit: boolean
  isValid: (value: unknown) => boolean
}

/** The properties of an operation of openapi.yaml that are needed to send requests and to predict responses. */
export interface Operation {
  id: OperationId
  method: string
  /** The path template. */
  path: string
  /** The type of the resource that the id in the path names; undefined if it has none. */
  addresses: 'Project' | 'Task' | undefined
  query: Parameter[]
  headers: Parameter[]
  scope: string
  /** Undefined if the operation has no request body. */
  body: Body | undefined
}

interface Body {
  schema: Schema
  /** The members of an object that a client sets, and those that it may send back. */
  settable: string[]
  readOnly: string[]
  isValid: (value: unknown) => boolean
}

/** The operations of an OpenAPI document. Their schemas contain no references. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method]
      if (described === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(described.parameters ?? [])].map((reference) =>
        parameterOf(resolved(reference, document) as unknown as Parameter),
      )
      const operation: Operation = {
        id: described.operationId as OperationId,
        method: method.toUpperCase(),
        path,
        addresses: path.includes('/tasks/{') ? 'Task' : path.includes('{') ? 'Project' : undefined,
        query: parameters.filter((parameter) => parameter.in === 'query'),
        headers: parameters.filter((parameter) => parameter.in === 'header'),
        scope: described.security?.[0]?.['bearer']?.[0] ?? '',
        body: described.requestBody && bodyOf(resolved(described.requestBody, document)),
      }
      return [operation]
    }),
  )
}

function bodyOf(described: Schema): Body {
  const content = described['content'] as Record<string, { schema: Schema }>
  const schema = content['application/json']?.schema ?? {}
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const [settable, readOnly] = [false, true].map((isReadOnly) =>
    properties.filter(([, member]) => (member['readOnly'] === true) === isReadOnly).map(([name]) => name),
  ) as [string[], string[]]
  return { schema, settable, readOnly, isValid: ajv.compile(schema) }
}

function parameterOf({ name, in: location, schema: described }: Parameter): Parameter {
  // One value or several: always a list here, as the query string has it.
  const list = (described['anyOf'] as Schema[] | undefined)?.find(({ type }) => type === 'array')
  const schema = list ?? described
  return { name, in: location, schema, isSplit: list !== undefined, isValid: ajv.compile(schema) }
}

/** A copy with the target of each `$ref`. Other members beside it, such as `readOnly`, stay. */
function resolved(node: unknown, document: OpenApiDocument): Schema {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...others } = value as { $ref?: string }
    const members = Object.entries(others).map(([name, member]) => [name, copy(member)])
    return {
      ...($ref === undefined ? {} : resolved(targetOf($ref, document), document)),
      ...Object.fromEntries(members),
    }
  }
  return copy(node) as Schema
}

const targetOf = (reference: string, document: OpenApiDocument): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Schema)[key], document)

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

export const operations = operationsOf(description)

export function operationWithId(id: OperationId): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`openapi.yaml has no operation ${id}`)
  return found
}

export const hasHeader = ({ headers }: Operation, name: string): boolean =>
  headers.some((header) => header.name === name)
