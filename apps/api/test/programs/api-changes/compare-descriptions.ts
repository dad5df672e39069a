import { findRejections, type Reader } from './compare-schemas.ts'
import {
  type Named,
  type Operation,
  operationsOf,
  type Parameter,
  type SecurityRequirement,
} from './description.ts'

/**
 * The changes between two versions of an OpenAPI document that can break clients of the old one, one line each. A change
 * that is not understood is listed, too.
 *
 * @throws Error for a reference to another document or to itself, or without a target
 */
export function findBreakingChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string[] {
  const operations = operationsOf(after)
  return [...operationsOf(before)].flatMap(([name, old]) => {
    const operation = operations.get(name)
    if (operation === undefined) return [`${name}: removed`]
    return [
      ...compareNames(old, operation),
      ...compareParameters(old, operation),
      ...compareBodies(old, operation),
      ...compareResponses(old, operation),
      ...compareSecurity(old.security, operation.security),
    ].map((change) => `${name}: ${change}`)
  })
}

/** Generated clients name their functions after it. */
function compareNames({ operationId: old }: Operation, { operationId }: Operation): string[] {
  return old === undefined || old === operationId
    ? []
    : [`operationId ${old} renamed to ${String(operationId)}`]
}

function compareParameters(before: Operation, after: Operation): string[] {
  return [
    ...compareNamed(before.parameters, after.parameters, 'server', (name) => name),
    ...Object.entries(after.parameters).flatMap(([name, parameter]) => {
      const old = before.parameters[name]
      const isRequired = parameter.required === true && old?.required !== true
      const isOther = old !== undefined && styleOf(old) !== styleOf(parameter)
      return [
        ...(isRequired ? [`${name} is required`] : []),
        ...(isOther ? [`${name} is serialized differently`] : []),
      ]
    }),
  ]
}

function styleOf({ in: location, style, explode }: Parameter): string {
  const actual = style ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple')
  return `${actual} ${explode ?? actual === 'form'}`
}

function compareBodies({ requestBody: before }: Operation, { requestBody: after }: Operation): string[] {
  if (after === undefined) return before === undefined ? [] : ['request body removed']
  const isRequired = after.required === true && before?.required !== true
  return [
    ...(isRequired ? ['request body is required'] : []),
    ...compareContent(before?.content, after.content, 'server', 'request body'),
  ]
}

function compareResponses({ responses: before }: Operation, { responses: after }: Operation): string[] {
  return Object.entries(before).flatMap(([status, { headers, content }]) => {
    const response = after[status]
    if (response === undefined) return [`response ${status} removed`]
    const labelOf = (name: string) => `response ${status}: header ${name}`
    return [
      ...compareNamed(headers, response.headers, 'client', labelOf),
      ...compareContent(content, response.content, 'client', `response ${status} body`),
    ]
  })
}

const compareContent = (before: Named = {}, after: Named = {}, reader: Reader, body: string): string[] =>
  compareNamed(
    before,
    after,
    reader,
    (type) => `${body} ${type}`,
    () => body,
  )

/** Compares the schemas of parameters, headers or media types that have the same name. */
function compareNamed(
  before: Named = {},
  after: Named = {},
  reader: Reader,
  labelOf: (name: string) => string,
  locationOf = labelOf,
): string[] {
  return Object.entries(before).flatMap(([name, { schema: old = {} }]) => {
    if (after[name] === undefined) return [`${labelOf(name)} removed`]
    const { schema = {} } = after[name]
    const [read, sent] = reader === 'server' ? [schema, old] : [old, schema]
    return findRejections(read, sent, reader, locationOf(name))
  })
}

/** Each credential that was sufficient must still be. An empty list and an empty requirement allow anonymous access. */
function compareSecurity(
  before: readonly SecurityRequirement[],
  after: readonly SecurityRequirement[],
): string[] {
  const required = after.length === 0 ? [{}] : after
  return (before.length === 0 ? [{}] : before)
    .filter((old) => !required.some((requirement) => isSatisfied(requirement, old)))
    .map((old) => `security ${JSON.stringify(old)} is no longer sufficient`)
}

const isSatisfied = (requirement: SecurityRequirement, credentials: SecurityRequirement): boolean =>
  Object.entries(requirement).every(
    ([scheme, scopes]) =>
      scopes.every((scope) => credentials[scheme]?.includes(scope) === true) && scheme in credentials,
  )
