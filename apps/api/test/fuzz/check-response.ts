import { isDeepStrictEqual } from 'node:util'

import type { components } from '../../src/openapi/types.ts'
import { description, expectDescribed } from '../support/contract.ts'

import type { HttpResponse } from './connection.ts'
import type { ExpectedPage } from './expected-page.ts'
import { currentTag, type Model, type Resource } from './model.ts'
import { expectEncoding, tagWithoutEncoding } from './negotiation.ts'
import { validatorOf } from './operations.ts'
import type {
  InvalidRequest,
  MalformedRequest,
  Request,
  UnknownRouteRequest,
  ValidRequest,
} from './requests.ts'
import type { Outcome } from './rules.ts'

type ChangePage = components['schemas']['ChangePage']

/** Throws an error with both values unless they are deeply equal. */
export function expectSame(what: string, received: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(received, expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}; received ${JSON.stringify(received)}`)
  }
}

function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** The problem types by status. */
const PROBLEM_TYPES: Readonly<Record<number, string[]>> = {
  400: ['validation'],
  401: ['unauthorized'],
  403: ['forbidden', 'cross-site-request'],
  404: ['not-found'],
  405: ['method-not-allowed'],
  406: ['not-acceptable'],
  408: ['request-timeout'],
  409: ['conflict', 'idempotency-key-in-use'],
  410: ['cursor-gone'],
  412: ['precondition-failed'],
  413: ['content-too-large'],
  414: ['uri-too-long'],
  415: ['unsupported-media-type'],
  417: ['expectation-failed'],
  421: ['misdirected-request'],
  422: ['idempotency-key-reused'],
  429: ['too-many-requests'],
  431: ['header-too-large'],
  501: ['not-implemented'],
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Validation error',
  404: 'Resource not found',
  409: 'Domain rule violation',
}

/** Checks what every response must satisfy, independent of the request. */
export function expectConformingResponse(request: Request, answer: HttpResponse): void {
  const { status, headers, text } = answer
  const isUnknownMethod = status === 501 && request.kind === 'malformed'
  expectThat(status < 500 || isUnknownMethod, `The server failed with ${status}: ${text}`)
  expectThat(headers.get('x-request-id') !== null, 'The response has no X-Request-Id')
  if (request.kind === 'valid' || request.kind === 'invalid') {
    const path = request.target.split('?')[0] ?? ''
    if (request.method !== 'HEAD') expectDescribed(request.operation.method, path, answer)
    else
      expectThat(
        request.operation.statuses.has(status),
        `openapi.yaml has no response ${status} for ${request.operation.id}`,
      )
  }
  if (text !== '') expectNoUndocumentedMembers(request, answer)
  if (status >= 400 && request.method !== 'HEAD') expectProblem(answer)
}

/** Checks that the body has no members other than those in openapi.yaml. */
function expectNoUndocumentedMembers(request: Request, { status, headers, text }: HttpResponse): void {
  const body = JSON.parse(text) as Record<string, unknown>
  if (status >= 400) {
    const schema = PROBLEM_SCHEMAS[status] ?? 'Problem'
    const validate = closedSchemaValidator(
      schema === 'ConflictProblem' && 'from' in body
        ? schema
        : schema === 'ConflictProblem'
          ? 'KeyInUseProblem'
          : schema,
    )
    expectThat(
      validate(body),
      `The problem does not conform to ${schema} without additional members: ${text}`,
    )
    return
  }
  if (!('operation' in request) || headers.get('content-type')?.startsWith('application/json') !== true)
    return
  if ('cursor' in body) {
    const isClosed = closedSchemaValidator('ChangePage')
    return expectThat(isClosed(body), `The changes do not conform to ChangePage: ${text}`)
  }
  const listed = 'content' in body ? (body['content'] as object[]) : [body]
  for (const item of listed) {
    const schema = 'projectId' in item ? 'TaskResponse' : 'ProjectResponse'
    expectThat(
      closedSchemaValidator(schema)(item),
      `The item does not conform to ${schema} without additional members: ${JSON.stringify(item)}`,
    )
  }
}

const PROBLEM_SCHEMAS: Readonly<Record<number, string>> = {
  400: 'ValidationProblem',
  404: 'NotFoundProblem',
  409: 'ConflictProblem',
  412: 'PreconditionFailedProblem',
}

const strict = new Map<string, (value: unknown) => boolean>()

/** A validator (Ajv) for a schema of openapi.yaml that allows no additional members. */
function closedSchemaValidator(name: string): (value: unknown) => boolean {
  const known =
    strict.get(name) ?? validatorOf({ $ref: `#/components/schemas/${name}`, unevaluatedProperties: false })
  strict.set(name, known)
  return known
}

function expectProblem({ status, headers, text }: HttpResponse): void {
  expectSame('Content-Type of a problem', headers.get('content-type'), 'application/problem+json')
  const problem = JSON.parse(text) as Record<string, unknown>
  expectSame('status of the problem', problem['status'], status)
  const kind = String(problem['type']).split('/errors/')[1] ?? ''
  expectThat(
    PROBLEM_TYPES[status]?.includes(kind) === true,
    `A problem with status ${status} has the type ${kind}`,
  )
  if (kind === 'idempotency-key-in-use') return
  expectThat(
    (TITLES[status] ?? problem['title']) === problem['title'],
    `The title is ${String(problem['title'])}`,
  )
}

/** Checks the status of the response to an invalid request. */
export function expectErrorStatus({ statuses }: InvalidRequest, { status }: HttpResponse): void {
  expectThat(statuses.includes(status), `Expected ${[...new Set(statuses)].join(' or ')}; received ${status}`)
}

/** Returns the seconds of the Retry-After header. */
export function expectRetryAfter({ headers }: HttpResponse): number {
  const seconds = Number(headers.get('retry-after'))
  expectThat(Number.isInteger(seconds) && seconds > 0, `Retry-After is ${String(headers.get('retry-after'))}`)
  return seconds
}

export function expectUnknownRouteError(
  { method, allowed }: UnknownRouteRequest,
  { status, headers, text }: HttpResponse,
): void {
  const expected = allowed === undefined ? 404 : method === 'OPTIONS' ? 204 : 405
  expectSame('status', status, expected)
  if (allowed !== undefined) {
    expectSame('Allow', headers.get('allow')?.split(', ').sort(), [...allowed].sort())
  } else if (method !== 'HEAD') {
    expectSame('resourceType', (JSON.parse(text) as Record<string, unknown>)['resourceType'], 'Path')
  }
}

export function expectMalformedRequestError(request: MalformedRequest, { status }: HttpResponse): void {
  expectSame('status', status, request.status)
}

/** Checks the response to a request whose Idempotency-Key was used before. */
export function expectReplay(
  { kept, isSame }: NonNullable<ValidRequest['before']>,
  answer: HttpResponse,
): void {
  if (!isSame) return expectSame('status for a key that was used by another request', answer.status, 422)
  const parts = ({ status, headers, text }: HttpResponse): unknown => [
    status,
    text,
    headers.get('etag') && tagWithoutEncoding(headers.get('etag') ?? ''),
    headers.get('location'),
  ]
  expectSame('replayed response', parts(answer), parts(kept.answer))
  expectSame('Idempotent-Replayed', answer.headers.get('idempotent-replayed'), 'true')
}

/** Compares the response with the expected outcome, and adds generated values (id, timestamps, entity tag) to the model. */
export function expectOutcome(
  request: ValidRequest,
  answer: HttpResponse,
  outcome: Outcome,
  model: Model,
): void {
  const { status, headers, text } = answer
  expectSame('status', status, outcome.status)
  expectSame('Idempotent-Replayed', headers.get('idempotent-replayed'), null)
  if (request.requestId !== undefined)
    expectSame('X-Request-Id', headers.get('x-request-id'), request.requestId)
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, string | null>)
  const hasBody = !request.isHead
  const tag = tagWithoutEncoding(headers.get('etag') ?? '')
  if (hasBody) expectEncoding(request.encodings, answer)
  if ('knownChanges' in outcome) {
    if (hasBody) expectKnownChanges(JSON.parse(text) as ChangePage, outcome.knownChanges, model)
  } else if ('problem' in outcome) {
    const { problem } = outcome
    const received = Object.fromEntries(Object.keys(problem).map((name) => [name, withoutCase(body[name])]))
    if (hasBody) expectSame('members of the problem', received, problem)
  } else if ('tag' in outcome) {
    expectSame('ETag', tag, outcome.tag)
    if (hasBody) expectSame('etag', body['etag'], outcome.tag)
  } else if ('forget' in outcome) {
    outcome.forget()
    model.changes.push(`deleted ${request.input.id}`)
  } else if ('page' in outcome) {
    if (hasBody) expectSame('page', body, outcome.page.body)
    expectLinks(request, answer, outcome.page, model)
  } else if (outcome.status === 304) {
    expectSame('ETag', tag, currentTag(outcome.thing))
  } else if (outcome.status === 201) {
    addCreatedResource(outcome, body, answer, model)
  } else if (outcome.value === undefined) {
    expectSame('ETag', tag, currentTag(outcome.thing))
    if (hasBody) expectSame('body', body, outcome.thing.value)
  } else {
    updateResource(outcome.thing, outcome.value, body, tag)
    model.changes.push(`updated ${String(outcome.thing.value['id'])}`)
  }
}

const MAX_CHANGE_PAGES = 10

/** Checks that the page begins with known changes, and adds it to the model. */
function expectKnownChanges({ content }: ChangePage, known: readonly unknown[], model: Model): void {
  expectSame('known changes', content.slice(0, known.length), known)
  if (content.length > 0) model.changePages.push(content)
  model.changePages.splice(0, model.changePages.length - MAX_CHANGE_PAGES)
}

/** Only the last links are kept, so that most of them lead to resources that exist. */
const MAX_LINKS = 30

/** Compares the Link header with the page, and adds links with a cursor to the model. */
function expectLinks(
  { input: { operation, id } }: ValidRequest,
  { headers }: HttpResponse,
  { body, links, preceding }: ExpectedPage,
  model: Model,
): void {
  const targets = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
    ([, target = '', relation = '']) => [relation, new URL(target, 'http://host').searchParams] as const,
  )
  if (links !== undefined) {
    const pages = targets.map(([relation, query]) => [relation, Number(query.get('page'))])
    return expectSame('links', Object.fromEntries(pages), links)
  }
  const { content } = body
  const expected = ['first', ...(body.first ? [] : ['prev']), ...(body.last ? [] : ['next']), 'last']
  expectSame(
    'links',
    targets.map(([relation]) => relation),
    expected,
  )
  for (const [relation, query] of targets) {
    const isForward = relation === 'next' || relation === 'first'
    const item = relation === 'next' ? content.at(-1) : relation === 'prev' ? content[0] : undefined
    model.links.push({
      ...{ operation, id, query: [...query], item },
      direction: isForward ? 'forward' : 'backward',
      preceding: preceding + (relation === 'next' ? content.length : 0),
    })
  }
  model.links.splice(0, model.links.length - MAX_LINKS)
}

function addCreatedResource(
  { kind, value }: Extract<Outcome, { status: 201 }>,
  body: Resource['value'],
  { headers }: HttpResponse,
  model: Model,
): void {
  const { id, createdAt, updatedAt } = body
  expectSame('body', body, { ...body, ...value })
  expectThat(
    typeof id === 'string' && !model.projects.has(id) && !model.tasks.has(id),
    `The id ${id} is not new`,
  )
  expectSame('updatedAt', updatedAt, createdAt)
  expectSame('Location', headers.get('location'), PATHS[kind].replace('{id}', id))
  const things = kind === 'Project' ? model.projects : model.tasks
  model.changes.push(`created ${id}`)
  things.set(id, { kind, value: body, tags: [tagWithoutEncoding(headers.get('etag') ?? '')] })
}

/** The path templates of a single project and a single task. */
const PATHS = Object.fromEntries(
  (['Project', 'Task'] as const).map((kind) => [
    kind,
    Object.keys(description.paths).find(
      (path) => description.paths[path]?.get?.operationId === `get${kind}`,
    ) ?? '',
  ]),
) as Record<Resource['kind'], string>

function updateResource(
  thing: Resource,
  value: Resource['value'],
  body: Resource['value'],
  tag: string,
): void {
  const updatedAt = body['updatedAt'] ?? ''
  expectSame('body', body, { ...thing.value, ...value, updatedAt })
  expectThat(updatedAt >= String(thing.value['updatedAt']), `updatedAt has decreased to ${updatedAt}`)
  expectThat(!thing.tags.includes(tag), `The entity tag ${tag} belongs to an earlier version`)
  thing.value = body
  thing.tags.push(tag)
}

/** A UUID in lower case, because the identifier of a problem is spelled as in the request. Other values stay as they are. */
const withoutCase = (value: string | null | undefined): string | null | undefined =>
  value && /^[0-9a-f-]{36}$/i.test(value) ? value.toLowerCase() : value
