import type { Conditions, Followable, Input, Tags } from '../model/model.ts'
import { KNOWN_ORIGIN, type Origin, tagWithoutEncoding } from '../negotiation.ts'
import { hasConditions, type Operation } from '../operations.ts'
import type { Body, Call, Caller } from '../steps/step.ts'
import { type Header, isUnfinished, messageOf } from './message.ts'
import type { InvalidRequest, ValidRequest } from './request.ts'
import {
  authorizationError,
  bodyErrors,
  decoded,
  isCursorValid,
  isExcluded,
  isGone,
  isHeaderValid,
  isQueryValid,
  originError,
  parseBody,
} from './request-errors.ts'

/** The API keys of the server, and a unique name for the client's Idempotency-Keys. */
export interface Identity {
  credentials: Readonly<Record<Caller, string | undefined>>
  /** Whether the server has no authentication. */
  isOpen: boolean
  name: string
}

export const NO_CONDITIONS: Conditions = { 'If-Match': undefined, 'If-None-Match': undefined }

const CONDITION_NAMES = ['If-Match', 'If-None-Match'] as const

/** A request before it is written as bytes. */
export interface Parts {
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

/** Writes the request, and finds out which responses it may have. */
export function classified(parts: Parts): ValidRequest | InvalidRequest {
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
    ...(isExcluded(accept, operation) ? [406] : []),
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
    body: operation.body === undefined ? {} : (parseBody(body?.text ?? '') as Input['body']),
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
    // With authentication, data is not compressed.
    encodings: identity.isOpen ? encodings?.[1] : undefined,
    before,
  }
}

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
