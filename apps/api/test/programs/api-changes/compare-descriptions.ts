import { findRejections } from './compare-schemas.ts'
import {
  nameOf,
  type Operation,
  operationsOf,
  type Parameter,
  type Response,
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
  const known = new Map(before.parameters.map((parameter) => [nameOf(parameter), parameter]))
  const current = new Map(after.parameters.map((parameter) => [nameOf(parameter), parameter]))
  return [
    ...[...known.keys()].filter((name) => !current.has(name)).map((name) => `${name} removed`),
    ...[...current].flatMap(([name, parameter]) => compareParameter(name, known.get(name), parameter)),
  ]
}

function compareParameter(name: string, before: Parameter | undefined, after: Parameter): string[] {
  const isRequired = after.required === true && before?.required !== true
  return [
    ...(isRequired ? [`${name} is required`] : []),
    ...(before === undefined ? [] : findRejections(after.schema ?? {}, before.schema ?? {}, 'server', name)),
    ...(before !== undefined && styleOf(before) !== styleOf(after)
      ? [`${name} is serialized differently`]
      : []),
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
    ...Object.entries(before?.content ?? {}).flatMap(([mediaType, { schema = {} }]) => {
      const content = after.content[mediaType]
      if (content === undefined) return [`request body ${mediaType} removed`]
      return findRejections(content.schema ?? {}, schema, 'server', 'request body')
    }),
  ]
}

function compareResponses({ responses: before }: Operation, { responses: after }: Operation): string[] {
  return Object.entries(before).flatMap(([status, old]) => {
    const response = after[status]
    if (response === undefined) return [`response ${status} removed`]
    return compareResponse(`response ${status}`, old, response)
  })
}

function compareResponse(location: string, before: Response, after: Response): string[] {
  const headers = new Map(
    Object.entries(after.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]),
  )
  return [
    ...Object.entries(before.headers ?? {}).flatMap(([name, { schema = {} }]) => {
      const header = headers.get(name.toLowerCase())
      if (header === undefined) return [`${location}: header ${name} removed`]
      return findRejections(schema, header.schema ?? {}, 'client', `${location} header ${name}`)
    }),
    ...Object.entries(before.content ?? {}).flatMap(([mediaType, { schema = {} }]) => {
      const content = after.content?.[mediaType]
      if (content === undefined) return [`${location}: ${mediaType} removed`]
      return findRejections(schema, content.schema ?? {}, 'client', `${location} body`)
    }),
  ]
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
