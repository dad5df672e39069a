/** A JSON Schema without references. */
export type Schema = Readonly<Record<string, unknown>>

/** Schemas by the name of a parameter, a header or a media type. */
export type Named<Member = object> = Readonly<Record<string, Member & { schema?: Schema }>>

export interface Parameter {
  name: string
  in: string
  required?: boolean
  style?: string
  explode?: boolean
}

/** The required scopes by the name of the security scheme. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface Operation {
  operationId?: string
  /** With those of the path, by location and name. */
  parameters: Named<Parameter>
  requestBody?: { required?: boolean; content: Named }
  /** By status. The names of headers are in lower case. */
  responses: Readonly<Record<string, { headers?: Named; content?: Named }>>
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
    for (const method of METHODS.filter((name) => name in item)) {
      const operation = item[method] as Json
      const parameters = [item, operation].flatMap((each) => (each['parameters'] ?? []) as Parameter[])
      operations.set(`${method.toUpperCase()} ${path}`, {
        ...operation,
        parameters: Object.fromEntries(parameters.map((each) => [nameOf(each), each])),
        responses: withLowerCaseHeaders(operation['responses'] as Operation['responses']),
        security: (operation['security'] ?? document['security'] ?? []) as SecurityRequirement[],
      })
    }
  }
  return operations
}

const nameOf = ({ in: location, name }: Parameter): string =>
  `${location} parameter ${location === 'header' ? name.toLowerCase() : name}`

const withLowerCaseHeaders = (responses: Operation['responses']): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { headers = {}, ...response }]) => {
      const named = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header])
      return [status, { ...response, headers: Object.fromEntries(named) as Named }]
    }),
  )

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
  if (Object.keys(members).length === 0) return target
  return { ...members, allOf: [...((members['allOf'] ?? []) as unknown[]), target] }
}

function lookUp(reference: string, document: Json): unknown {
  if (!reference.startsWith('#/')) throw new Error(`${reference} is not in this document`)
  let found: unknown = document
  for (const part of reference.slice(2).split('/')) {
    found = (found as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (found === undefined) throw new Error(`${reference} does not exist`)
  return found
}
