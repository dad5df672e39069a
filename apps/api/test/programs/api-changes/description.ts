/** A JSON Schema without references. */
export type Schema = Readonly<Record<string, unknown>>

export interface Parameter {
  name: string
  in: string
  required?: boolean
  style?: string
  explode?: boolean
  schema?: Schema
}

type Content = Readonly<Record<string, { schema?: Schema }>>

export interface Response {
  headers?: Readonly<Record<string, { schema?: Schema }>>
  content?: Content
}

/** The required scopes by the name of the security scheme. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Operation {
  operationId?: string
  /** With those of the path. */
  parameters: readonly Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, Response>>
  security: readonly SecurityRequirement[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

type Json = Record<string, unknown>

/**
 * The operations of an OpenAPI document by method and path, with all references replaced.
 *
 * @throws Error for a reference to another document or to itself, or without a target
 */
export function operationsOf(document: Json): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const [path, reference] of Object.entries((document['paths'] ?? {}) as Json)) {
    const item = dereference(reference, document) as Json
    const shared = (item['parameters'] ?? []) as Parameter[]
    for (const method of METHODS.filter((name) => name in item)) {
      const operation = item[method] as Partial<Operation>
      const { responses = {}, security = document['security'] ?? [] } = operation
      const parameters = [...shared, ...(operation.parameters ?? [])]
      operations.set(`${method.toUpperCase()} ${path}`, {
        ...operation,
        parameters: [...new Map(parameters.map((each) => [nameOf(each), each])).values()],
        responses,
        security: security as SecurityRequirement[],
      })
    }
  }
  return operations
}

/** The location and the name of a parameter. Names of headers are compared without case. */
export function nameOf({ in: location, name }: Parameter): string {
  return `${location} parameter ${location === 'header' ? name.toLowerCase() : name}`
}

function dereference(value: unknown, document: Json, parents: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => dereference(item, document, parents))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference, ...rest } = value as Json
  const members = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, dereference(member, document, parents)]),
  )
  if (typeof reference !== 'string') return members
  if (parents.includes(reference)) throw new Error(`${reference} refers to itself, which is not supported`)
  const target = dereference(lookUp(reference, document), document, [...parents, reference])
  // Beside a reference, a schema may have more keywords.
  return Object.keys(members).length === 0 ? target : { ...members, allOf: [...allOf(members), target] }
}

const allOf = ({ allOf: schemas }: Json): unknown[] => (schemas ?? []) as unknown[]

function lookUp(reference: string, document: Json): unknown {
  if (!reference.startsWith('#/')) throw new Error(`${reference} is not in this document`)
  let found: unknown = document
  for (const part of reference.slice(2).split('/')) {
    found = (found as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (found === undefined) throw new Error(`${reference} does not exist`)
  return found
}
