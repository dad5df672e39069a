import {
  type Method,
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type Reference,
  type RequestBody,
  type Schema,
} from './document.ts'

/** Marks the schema of a query parameter with one value or several, which the server also splits at commas. */
export const SEVERAL_VALUES = 'x-several-values'

/** An operation of the OpenAPI document, with its references resolved: what routing and validation need. */
export type Operation = ReturnType<typeof toOperation>

/** @throws Error if an operation does not require exactly one scope */
export function listOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [toOperation(document, path, item, method, operation)]
    }),
  )
}

function toOperation(
  document: OpenApiDocument,
  path: string,
  item: PathItem,
  method: Method,
  operation: OperationObject,
) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolve<ParameterObject>(document, parameter),
  )
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const success = (operation.responses['200'] ?? operation.responses['201']) as RequestBody | undefined
  const body = resolve<RequestBody>(document, operation.requestBody ?? {}).content ?? {}
  const bodySchema = body['application/json']?.schema
  return {
    operationId: operation.operationId,
    method,
    /** The path template: `/api/v1/tasks/{id}`. */
    path,
    /** The scope that a caller needs. */
    scope: requireScope(operation),
    /** The media types of the body. */
    consumes: Object.keys(body),
    /** Media types of a successful response; empty if it has no body. */
    produces: Object.keys(success?.content ?? {}),
    queryParameters: new Set(query.map((parameter) => parameter.name)),
    /** Query parameters of type integer. */
    integerParameters: namesOfType('integer', query),
    /** Query parameters of type array, which may be repeated. */
    listParameters: namesOfType('array', query),
    /** Those of them whose values are also split at commas. */
    splitParameters: new Set(
      query.filter(({ schema }) => schema?.[SEVERAL_VALUES] === true).map(({ name }) => name),
    ),
    /** Schema of all query parameters as one object. */
    querySchema: {
      type: 'object',
      properties: Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema])),
      additionalProperties: false,
    },
    /** Schema of the JSON body; undefined if the operation has none. */
    bodySchema,
    /** Whether a parameter has to be validated in every request, because it is required or in the path with a constraint. */
    alwaysValidated: parameters.some(({ in: location, required, schema }) =>
      location === 'path' ? !acceptsAnyString(schema) : required === true,
    ),
    /** Lower-case names of the headers that are validated if they are present. */
    validatedHeaders: parameters
      .filter(({ in: location, schema }) => location === 'header' && !acceptsAnyString(schema))
      .map(({ name }) => name.toLowerCase()),
    /**
     * The schemas that apply to a parameter or a member of the body: its own, that of its items, and those in `allOf` and `anyOf`.
     *
     * @param location `query`, `headers` or `body`
     * @param name empty for the body itself, `a/b` for the member `b` of its member `a`
     */
    schemasOf: (location: string, name: string): readonly Schema[] => {
      if (location !== 'body') {
        const found = parameters.find(
          (each) => each.name.toLowerCase() === name.toLowerCase() && each.in === location,
        )
        return flatten(document, found?.schema)
      }
      let schemas = flatten(document, bodySchema)
      for (const member of name.split('/').filter(Boolean))
        schemas = schemas.flatMap((schema) => flatten(document, schema.properties?.[member]))
      return schemas
    },
  }
}

function flatten(document: OpenApiDocument, unresolved: Schema | Reference | undefined): Schema[] {
  if (unresolved === undefined) return []
  const schema = resolve<Schema>(document, unresolved)
  const parts = [schema.allOf ?? [], schema.anyOf ?? [], schema.items ?? []].flat()
  return [schema, ...parts.flatMap((part) => flatten(document, part))]
}

const namesOfType = (type: string, parameters: readonly ParameterObject[]): ReadonlySet<string> =>
  new Set(parameters.filter(({ schema }) => schema?.type === type).map(({ name }) => name))

const acceptsAnyString = (schema: ParameterObject['schema']): boolean =>
  schema?.type === 'string' && Object.keys(schema).length === 1

/** An operation without a scope would be open to every caller. */
function requireScope({ operationId, security = [] }: OperationObject): string {
  const [scope, ...others] = security.flatMap((requirement) => Object.values(requirement).flat())
  if (scope === undefined || others.length > 0)
    throw new Error(`Operation ${operationId} must require exactly one scope`)
  return scope
}

/** Follows a `$ref` into the components. Redocly's linter checks that its target exists. */
function resolve<Component extends object>(
  { components }: OpenApiDocument,
  component: Component | Reference,
): Component {
  if (!('$ref' in component)) return component
  const [kind = '', name = ''] = component.$ref.split('/').slice(-2)
  return components[kind]?.[name] as Component
}
