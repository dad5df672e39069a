import {
  areExcluded,
  bodyErrors,
  decoded,
  isCursorValid,
  isExcluded,
  isGone,
  isHeaderValid,
  isQueryValid,
  authorizationError,
  originError,
} from './request-errors.ts'
import { type Header, isUnfinished, messageOf } from './message.ts'
import {
  type Conditions,
  currentTag,
  type Followable,
  type StoredResponse,
  type Input,
  type Model,
  type Resource,
  type Tags,
} from './model.ts'
import { KNOWN_ORIGIN, type Origin, tagWithoutEncoding } from './negotiation.ts'
import { methodsOf, type Operation, operations } from './operations.ts'
import type { Pair } from './queries.ts'
import type {
  Body,
  Call,
  Caller,
  Condition,
  Follow,
  FollowChanges,
  UnknownRoute,
  Id,
  KeyHeader,
  Repeat,
  Step,
} from './steps.ts'

/** A request, classified by the response that is expected. */
export type Request = ValidRequest | InvalidRequest | UnknownRouteRequest | MalformedRequest

interface SentRequest {
  method: string
  target: string
  bytes: Buffer
  /** Whether the body is shorter than its Content-Length. */
  isUnfinished?: boolean
}

/** A request that conforms to openapi.yaml. The model predicts the response. */
export interface ValidRequest extends SentRequest {
  kind: 'valid'
  operation: Operation
  isHead: boolean
  caller: Caller
  input: Input
  segment: string
  /** The value of the Idempotency-Key header. */
  key: string | undefined
  conditions: Conditions
  requestId: string | undefined
  /** The encodings that the response may have. */
  encodings: NonNullable<Call['encodings']>[1] | undefined
  /** The earlier request with this key, and whether this request is the same. */
  before: { kept: StoredResponse; isSame: boolean } | undefined
}

/** A request with at least one error. The response has one of these statuses. */
export interface InvalidRequest extends SentRequest {
  kind: 'invalid'
  operation: Operation
  statuses: number[]
}

/** A request to an unknown path, or with a method that the path does not have. */
export interface UnknownRouteRequest extends SentRequest {
  kind: 'unknown route'
  /** The methods of the path; undefined for an unknown path. */
  allowed: string[] | undefined
}

export interface MalformedRequest extends SentRequest {
  kind: 'malformed'
  status: number
}

/** The API keys of the server, and a unique name for the client's Idempotency-Keys. */
export interface Identity {
  credentials: Readonly<Record<Caller, string | undefined>>
  /** Whether the server has no authentication. */
  isOpen: boolean
  name: string
}

const ABSENT_ID = '00000000-0000-7000-8000-000000000000'
/** While a client has no resource, 1 in 6 requests uses an absent id; the others create a resource. */
const MISSING_ONE_IN = 6
const OTHER_ABSENT_ID = '00000000-0000-7000-8000-000000000001'

/** Builds the request of a step; undefined if the client has no resource or stored response for it. */
export function requestOf(step: Step, model: Model, identity: Identity): Request | undefined {
  switch (step.kind) {
    case 'call':
      return callOf(step, model, identity)
    case 'follow':
      return followOf(step, model, identity)
    case 'follow changes':
      return followChangesOf(step, model, identity)
    case 'repeat':
      return repeatOf(step, model, identity)
    case 'unknown route':
      return unknownRouteOf(step)
    case 'malformed':
      return {
        kind: 'malformed',
        status: step.status,
        method: 'GET',
        target: '',
        bytes: Buffer.from(step.text, 'latin1'),
      }
  }
}

function callOf(call: Call, model: Model, identity: Identity): Request {
  const operation = operationOf(call.operation)
  const things = [...(operation.path.includes('/tasks/') ? model.tasks : model.projects).values()]
  if (things.length === 0 && call.id.kind === 'known' && call.id.choice % MISSING_ONE_IN !== 0) {
    return creationFor(operation, model, identity)
  }
  const { segment, id } = idOf(call.id, things)
  const thing = model.projects.get(id) ?? model.tasks.get(id)
  const key = keyOf(call.key, identity, model.storedResponses.length)
  return send({
    operation,
    segment,
    isHead: call.isHead,
    caller: call.caller,
    query: call.query,
    body:
      call.body ??
      (operation.body && { text: '', mediaType: undefined, encoding: 'plain', framing: 'length' }),
    conditions: {
      'If-Match': conditionOf(call.match, thing),
      'If-None-Match': conditionOf(call.noneMatch, thing),
    },
    key,
    accept: call.accept,
    encodings: call.encodings,
    origin: call.origin,
    headers: call.headers,
    id,
    identity,
    before: undefined,
  })
}

/** A request that creates a resource, for a client that has none. */
function creationFor(operation: Operation, model: Model, identity: Identity): ValidRequest | InvalidRequest {
  const [project] = model.projects.keys()
  const isTask = operation.path.includes('/tasks/') && project !== undefined
  return send({
    operation: operationOf(isTask ? 'createTask' : 'createProject'),
    segment: project ?? '',
    id: project ?? '',
    isHead: false,
    caller: 'both',
    query: [],
    body: {
      text: JSON.stringify(isTask ? { title: 'a' } : { name: 'a' }),
      mediaType: 'application/json',
      encoding: 'plain',
      framing: 'length',
    },
    conditions: NO_CONDITIONS,
    key: undefined,
    accept: undefined,
    headers: [],
    identity,
    before: undefined,
  })
}

const NO_CONDITIONS: Conditions = { 'If-Match': undefined, 'If-None-Match': undefined }
const CONDITION_NAMES = ['If-Match', 'If-None-Match'] as const

interface Parts {
  operation: Operation
  segment: string
  id: string
  isHead: boolean
  caller: Caller
  query: Call['query']
  body: Body | undefined
  conditions: Conditions
  key: string | undefined
  accept: string | undefined
  encodings?: Call['encodings']
  origin?: Origin
  headers: Call['headers']
  identity: Identity
  before: ValidRequest['before']
  link?: Followable
  /** The changes with which the response has to begin. */
  knownChanges?: readonly unknown[]
}

function send(parts: Parts): ValidRequest | InvalidRequest {
  const { operation, query, body, conditions, key, accept, encodings, headers, caller, identity, before } =
    parts
  const { origin = KNOWN_ORIGIN } = parts
  const credential = identity.credentials[caller]
  const lines: Header[] = [
    ...(credential === undefined ? [] : [['Authorization', `Bearer ${credential}`] as const]),
    ...(accept === undefined ? [] : [['Accept', accept] as const]),
    ...CONDITION_NAMES.flatMap((name) => {
      const value = conditions[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
    ...(key === undefined ? [] : [['Idempotency-Key', key] as const]),
    ...(encodings === undefined ? [] : [['Accept-Encoding', encodings[0]] as const]),
    ...origin.headers,
    ...headers,
  ]
  const method = parts.isHead ? 'HEAD' : operation.method
  const path = operation.path.replace(/\{\w+\}/, () => parts.segment)
  const target =
    path + (query.length === 0 ? '' : `?${query.map(([name, value]) => `${name}=${value}`).join('&')}`)
  const sent = {
    method,
    target,
    bytes: messageOf(method, target, lines, body, origin.host),
    isUnfinished: body !== undefined && isUnfinished(body),
  }

  const authError = identity.isOpen ? originError(origin, operation) : authorizationError(caller, operation)
  if (authError !== undefined) return { ...sent, kind: 'invalid', operation, statuses: [authError] }
  const pairs = decoded(query)
  const areConditionsValid = CONDITION_NAMES.every((name) => {
    const value = conditions[name]
    return value === undefined || isHeaderValid(value, name, operation)
  })
  const isKeyValid = key === undefined || isHeaderValid(key, 'Idempotency-Key', operation)
  const isValid =
    pairs !== undefined &&
    isQueryValid(pairs, operation) &&
    isCursorValid(operation, pairs, parts.link) &&
    areConditionsValid &&
    isKeyValid
  const statuses = [
    ...(isExcluded(accept, operation) || areExcluded(encodings, operation) ? [406] : []),
    ...(parts.knownChanges === undefined && isGone(operation, pairs) ? [410] : []),
    ...(body === undefined ? [] : bodyErrors(body, operation)),
    ...(isValid ? [] : [400]),
  ]
  if (statuses.length > 0) return { ...sent, kind: 'invalid', operation, statuses }
  const input: Input = {
    operation: operation.id,
    id: parts.id,
    query: pairs ?? [],
    link: parts.link,
    knownChanges: parts.knownChanges,
    body: operation.body === undefined ? {} : (JSON.parse(body?.text ?? '') as Input['body']),
    match: tagsOf('If-Match', parts),
    noneMatch: tagsOf('If-None-Match', parts),
  }
  const requestId = headers.find(
    ([name, value]) => name === 'X-Request-Id' && /^[\w.-]{1,64}$/.test(value),
  )?.[1]
  return {
    ...sent,
    kind: 'valid',
    operation,
    isHead: parts.isHead,
    caller,
    input,
    segment: parts.segment,
    key,
    conditions,
    requestId,
    encodings: operation.id === 'listChanges' ? undefined : encodings?.[1],
    before,
  }
}

/** Follows a link, possibly with another page size or with a filter, sort order or page number that it does not have. */
function followOf({ choice, size, more }: Follow, model: Model, identity: Identity): Request | undefined {
  const link = model.links[choice % Math.max(1, model.links.length)]
  if (link === undefined) return undefined
  const query = link.query.map(([name, value]): Pair => [
    name,
    name === 'size' ? String(size ?? value) : value,
  ])
  return send({
    operation: operationOf(link.operation),
    segment: link.id,
    id: link.id,
    isHead: false,
    caller: 'both',
    query: [...query, ...more],
    body: undefined,
    conditions: NO_CONDITIONS,
    key: undefined,
    accept: undefined,
    headers: [],
    identity,
    before: undefined,
    link,
  })
}

/** Reads changes again. The response has to begin with those that the earlier page had after the cursor. */
function followChangesOf(
  { choice, size, isLastEventId }: FollowChanges,
  model: Model,
  identity: Identity,
): Request | undefined {
  const page = model.changePages[choice % Math.max(1, model.changePages.length)]
  if (page === undefined) return undefined
  const index = choice % page.length
  const cursor = page[index]?.cursor ?? ''
  const pair: Pair = ['size', String(size)]
  return send({
    operation: operationOf('listChanges'),
    segment: '',
    id: '',
    isHead: false,
    caller: 'both',
    query: isLastEventId ? [pair, ['after', 'start']] : [pair, ['after', cursor]],
    body: undefined,
    conditions: NO_CONDITIONS,
    key: undefined,
    accept: undefined,
    headers: isLastEventId ? [['Last-Event-ID', cursor]] : [],
    identity,
    before: undefined,
    knownChanges: page.slice(index + 1, index + 1 + size),
  })
}

/** Builds a request that reuses an Idempotency-Key. */
function repeatOf({ choice, as }: Repeat, model: Model, identity: Identity): Request | undefined {
  const kept = model.storedResponses[choice % Math.max(1, model.storedResponses.length)]
  if (kept === undefined) return undefined
  const { input, header } = kept
  const operation = operationOf(input.operation)
  if (as === 'another caller' && identity.isOpen) return undefined
  const hasId = operation.path.includes('{')
  const isOther =
    (as === 'another body' && operation.body !== undefined) ||
    (as === 'another resource' && hasId) ||
    (as === 'another precondition' && hasConditions(operation))
  const id = as === 'another resource' && hasId ? OTHER_ABSENT_ID : input.id
  const members = Object.entries({
    ...input.body,
    ...(isOther && as === 'another body' && { description: `${input.body['description'] ?? ''}.` }),
  })
  const ordered = as === 'equivalent' ? [...members.reverse(), ...absentIn(input, operation)] : members
  // Keys are scoped to the caller, so the same key of another caller is a new one.
  const caller =
    as === 'another caller' ? (kept.caller === 'both' ? 'writer' : 'both') : (kept.caller as Caller)
  const isNew =
    as === 'another caller' &&
    !model.storedResponses.some(
      (known) =>
        known.caller === caller && known.header === header && known.input.operation === input.operation,
    )
  if (as === 'another caller' && !isNew) return undefined
  return send({
    operation,
    segment: id !== input.id ? id : as === 'equivalent' ? toUpperCaseUuid(kept.segment) : kept.segment,
    id,
    isHead: false,
    caller,
    query: [],
    body: operation.body && {
      text: textOf(ordered),
      mediaType: 'application/json',
      encoding: 'plain',
      framing: 'length',
    },
    conditions:
      as === 'another precondition'
        ? { ...kept.conditions, 'If-Match': `"${kept.conditions['If-Match']?.length ?? 0}"` }
        : kept.conditions,
    key: header,
    accept: undefined,
    headers: [],
    identity,
    before: isNew ? undefined : { kept, isSame: !isOther },
  })
}

/** UUIDs are case-insensitive; other text is not changed. */
const toUpperCaseUuid = (segment: string): string =>
  /^[0-9a-f-]{36}$/.test(segment) ? segment.toUpperCase() : segment

/** Serializes members in the given order, including `__proto__`. */
const textOf = (members: readonly (readonly [string, unknown])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(' ,')}}`

/** The absent members whose schema allows null, as null. */
function absentIn({ body }: Input, operation: Operation): [string, null][] {
  const properties = (operation.body?.schema['properties'] ?? {}) as Record<string, { type?: unknown }>
  return Object.entries(properties)
    .filter(([name, { type }]) => Array.isArray(type) && !Object.hasOwn(body, name))
    .map(([name]) => [name, null])
}

function unknownRouteOf({ method, path, change, segment }: UnknownRoute): Request | undefined {
  const target = changedPath(path.replaceAll(/\{\w+\}/g, ABSENT_ID), change, segment)
  const own = change === undefined ? methodsOf(path) : undefined
  const allowed = own && [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  if (method !== 'OPTIONS' && allowed?.includes(method)) return undefined
  return { kind: 'unknown route', method, target, bytes: messageOf(method, target, []), allowed }
}

function changedPath(path: string, change: string | undefined, segment: string): string {
  switch (change) {
    case 'slash':
      return `${path}/`
    case 'double slash':
      return path.replace('/v1/', '/v1//')
    case 'upper case':
      return path.toUpperCase()
    case 'prefix':
      return path.replace('/api', '')
    case 'version':
      return path.replace('/v1', '/v2')
    case 'more':
      return `${path}/x/y`
    case 'less':
      return path.replace(/s(?=\/|$)/, '')
    case 'dots':
      return `${path}/../projects`
    case 'hostile':
      return `/${segment}`
    default:
      return path
  }
}

function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`openapi.yaml has no operation ${id}`)
  return found
}

function idOf(id: Id, things: readonly Resource[]): { segment: string; id: string } {
  if (id.kind === 'text') return { segment: id.segment, id: decodedSegment(id.segment) }
  const thing = things[id.choice % Math.max(1, things.length)]
  const plain = thing?.value['id'] ?? ABSENT_ID
  const segment = spelled(plain, id.spelling)
  // UUIDs are case-insensitive.
  return { segment, id: id.spelling === 'upper case' ? plain : decodedSegment(segment) }
}

/** Percent-decodes a path segment. Invalid escapes are left as they are. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function spelled(id: string, spelling: Extract<Id, { kind: 'known' }>['spelling']): string {
  switch (spelling) {
    case 'plain':
      return id
    case 'escaped':
      return id.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`).replace('-', '%2D')
    case 'upper case':
      return id.toUpperCase()
    case 'braces':
      return `%7B${id}%7D`
    case 'no dashes':
      return id.replaceAll('-', '')
    case 'urn':
      return `urn:uuid:${id}`
    case 'blank':
      return `${id}%20`
    case 'cut off':
      return id.slice(0, -1)
  }
}

function conditionOf(condition: Condition, thing: Resource | undefined): string | undefined {
  if (condition === undefined) return undefined
  if (condition.kind === 'text') return condition.text
  const { tags = [] } = thing ?? {}
  const texts = condition.tags.map(({ kind, isWeak, encoding }) => {
    const former = tags[tags.length - 2] ?? '"1-0"'
    const tag = kind === 'other' ? '"x"' : kind === 'former' ? former : thing ? currentTag(thing) : '"1-1"'
    return (isWeak ? 'W/' : '') + tag.replace(/"$/, `${encoding}"`)
  })
  return texts.join(', ')
}

const hasConditions = ({ headers }: Operation): boolean => headers.some(({ name }) => name === 'If-Match')

/** The entity tags of a precondition. Operations that do not have the header ignore it. */
function tagsOf(
  name: keyof Conditions,
  { operation, conditions }: Pick<Parts, 'operation' | 'conditions'>,
): Tags | undefined {
  const text = conditions[name]
  return text === undefined || !hasConditions(operation) ? undefined : tagsIn(text)
}

const tagsIn = (text: string): Tags =>
  text.trim() === '*'
    ? '*'
    : [...text.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, tag = '']) => ({
        isWeak: weak !== undefined,
        tag: tagWithoutEncoding(tag),
      }))

function keyOf(key: KeyHeader, { name }: Identity, count: number): string | undefined {
  if (key === undefined) return undefined
  if (key.kind === 'text') return key.text
  const text = `${name}-${count}-${key.rest}`
  return key.isQuoted ? `"${text}"` : text
}
