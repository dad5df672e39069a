import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

import { type ProblemType, PROBLEM_TYPES } from '../../../src/problems/problem-types.ts'
import type { ProblemDetails } from '../../../src/problems/problem.ts'
import { type OpenApiDocument, loadOpenApiDocument, METHODS } from '../../../src/openapi/document.ts'

export const description = loadOpenApiDocument(new URL('../../../openapi.yaml', import.meta.url))

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(withClosedItems(description), 'api')

interface ResponseObject {
  headers?: Record<string, { $ref: string }>
  content?: Record<string, unknown>
}

interface HeaderObject {
  required?: boolean
}

interface Received {
  status: number
  headers: Headers
  text: string
}

/** Headers that belong to HTTP or to browsers. Every other header of a response has to be described. */
const GENERAL_HEADERS = new Set([
  ...[
    'cache-control',
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'transfer-encoding',
  ],
  ...['content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'strict-transport-security'],
])

const compiled = new Map<string, ValidateFunction>()

/** A copy in which the items of lists have no other members than those that are described. */
function withClosedItems(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document)
  for (const name of ['ProjectResponse', 'TaskResponse', 'Change'])
    Object.assign(copy.components['schemas']?.[name] as object, { unevaluatedProperties: false })
  return copy
}

/**
 * Throws unless the OpenAPI document describes the response to this request: status, headers and body, which has no other
 * members.
 */
export function expectDescribed(method: string, path: string, received: Received): void {
  const template = templateOf(path)
  const name = METHODS.find((known) => known === method.toLowerCase())
  if (template === undefined || name === undefined) return
  const responses = description.paths[template]?.[name]?.responses ?? {}
  const pointer = `/paths/${escape(template)}/${name}/responses/${received.status}`
  const response = responses[received.status]
  if (response === undefined)
    throw new Error(`${method} ${template}: status ${received.status} is not documented`)
  checkResponse(
    `${method} ${template} ${received.status}`,
    ...follow<ResponseObject>(response, pointer),
    received,
  )
}

function checkResponse(where: string, response: ResponseObject, pointer: string, received: Received): void {
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const [{ required }] = follow<HeaderObject>({ $ref }, '')
    if (required === true && !received.headers.has(name)) throw new Error(`${where} has no ${name}`)
  }
  const described = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
  for (const [name, value] of received.headers) {
    const isOfOrigins = name === 'vary' && value === 'Origin'
    if (!described.has(name) && !GENERAL_HEADERS.has(name) && !isOfOrigins) {
      throw new Error(`${where} has ${name}, which is not described`)
    }
  }
  const mediaType = received.headers.get('content-type')?.split(';')[0]
  if (response.content === undefined) {
    if (received.text !== '' || mediaType !== undefined) throw new Error(`${where} has a body`)
    return
  }
  if (mediaType === undefined || !(mediaType in response.content)) {
    throw new Error(`${where} is ${String(mediaType)}, which is not described`)
  }
  // A stream has no end; its events are tested where they are read.
  if (mediaType === 'text/event-stream') return
  const validate = validator(`api#${pointer}/content/${escape(mediaType)}/schema`)
  const body = JSON.parse(received.text) as Partial<ProblemDetails>
  if (!validate(body)) {
    throw new Error(`${where} is not as described: ${ajv.errorsText(validate.errors)}\n${received.text}`)
  }
  if (received.status >= 400 && !hasKnownType(body, received.status))
    throw new Error(`${where} is not a problem of a known type: ${received.text}`)
}

/** Whether a problem has the status and the title of its type. */
const hasKnownType = ({ type, title }: Partial<ProblemDetails>, status: number): boolean =>
  Object.entries<ProblemType>(PROBLEM_TYPES).some(
    ([name, known]) => type?.endsWith(`/${name}`) && known.title === title && known.status === status,
  )

function validator(reference: string): ValidateFunction {
  const known = compiled.get(reference) ?? ajv.compile({ $ref: reference, unevaluatedProperties: false })
  compiled.set(reference, known)
  return known
}

function follow<Found>(value: unknown, pointer: string): [Found, string] {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return [value as Found, pointer]
  const target = String(value.$ref).slice(1)
  const found = target
    .slice(1)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], description)
  return [found as Found, target]
}

function templateOf(path: string): keyof OpenApiDocument['paths'] | undefined {
  const pathname = path.split('?')[0] ?? ''
  return Object.keys(description.paths).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
}

function escape(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}
