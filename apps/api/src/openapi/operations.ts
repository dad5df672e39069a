import {
  type OpenApiDocument,
  type Method,
  METHODS,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type Reference,
  type RequestBody,
  type Schema,
} from './document.ts'

/** What the server must know of an operation before it can route to it. */
export interface Operation {
  operationId: string
  method: Method
  /** As in the description: `/api/v1/tasks/{id}`. */
  path: string
  /** What a caller must be allowed to do. */
  scope: string
  hasBody: boolean
  /** The media type of a successful answer; undefined when that has no body. */
  produces: string | undefined
  queryParameters: ReadonlySet<string>
  /** Those of them that are integers. */
  integerParameters: ReadonlySet<string>
  /** Those of them that may be repeated. */
  listParameters: ReadonlySet<string>
  /** What the query has to be, as one object. */
  querySchema: Schema
  /** What a JSON body has to be; undefined where the description has no such schema in its place. */
  bodySchema: Schema | undefined
  /** Whether the parameters of every request have something to validate, be it only that something is there. */
  alwaysValidated: boolean
  /** The headers that are validated where they are there, in lower case. */
  validatedHeaders: readonly string[]
}

export function listOperations(description: OpenApiDocument): Operation[] {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [toOperation(description, path, item, method, operation)]
    }),
  )
}

function toOperation(
  description: OpenApiDocument,
  path: string,
  item: PathItem,
  method: Method,
  operation: OperationObject,
): Operation {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolve<ParameterObject>(description, parameter),
  )
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return {
    operationId: operation.operationId,
    method,
    path,
    scope: scopeOf(operation),
    hasBody: operation.requestBody !== undefined,
    produces: '204' in operation.responses ? undefined : 'application/json',
    queryParameters: new Set(query.map((p) => p.name)),
    integerParameters: ofType('integer', query),
    listParameters: ofType('array', query),
    querySchema: {
      type: 'object',
      properties: Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema])),
      additionalProperties: false,
    },
    bodySchema: bodySchemaOf(description, operation),
    alwaysValidated: parameters.some(({ in: place, required, schema }) =>
      place === 'path' ? !isAnyText(schema) : required === true,
    ),
    validatedHeaders: parameters
      .filter(({ in: place, schema }) => place === 'header' && !isAnyText(schema))
      .map(({ name }) => name.toLowerCase()),
  }
}

const bodySchemaOf = (
  description: OpenApiDocument,
  { requestBody = {} }: OperationObject,
): Schema | undefined => resolve<RequestBody>(description, requestBody).content?.['application/json']?.schema

const ofType = (type: string, parameters: readonly ParameterObject[]): ReadonlySet<string> =>
  new Set(parameters.filter(({ schema }) => schema?.type === type).map(({ name }) => name))

/** Whether every text is valid. */
function isAnyText(schema: ParameterObject['schema']): boolean {
  return schema?.type === 'string' && Object.keys(schema).length === 1
}

/** Throws when an operation does not say what it takes: it would be open to everyone. */
function scopeOf({ operationId, security = [] }: OperationObject): string {
  const [scope, ...others] = security.flatMap((requirement) => Object.values(requirement).flat())
  if (scope === undefined || others.length > 0)
    throw new Error(`Operation ${operationId} must take one scope`)
  return scope
}

/** Follows a reference to a component of the description itself; the linter has seen that it is there. */
function resolve<Component extends object>(
  { components }: OpenApiDocument,
  component: Component | Reference,
): Component {
  if (!('$ref' in component)) return component
  const [kind = '', name = ''] = component.$ref.split('/').slice(-2)
  return components[kind]?.[name] as Component
}

/** Throws unless every operation has a handler, and every handler an operation; names those that have none. */
export function requireMatchingHandlers(operations: Operation[], handlers: Record<string, unknown>): void {
  const ids = new Set(operations.map((operation) => operation.operationId))
  const unhandled = [...ids].filter((id) => !Object.hasOwn(handlers, id))
  const undescribed = Object.keys(handlers).filter((id) => !ids.has(id))
  if (unhandled.length > 0) throw new Error(`Operations without a handler: ${unhandled.join(', ')}`)
  if (undescribed.length > 0) throw new Error(`Handlers without an operation: ${undescribed.join(', ')}`)
}
