import type { Header } from '../../support/requests/connection.ts'
import { hasHeader, type Operation } from '../operations.ts'
import type { Conditions, Followable, Input, Tags, Value } from '../state.ts'
import type { Body, Call, Caller } from '../steps/step.ts'
import { encodedBody } from './encoded-body.ts'
import type { Request, ValidRequest } from './request.ts'
import {
  authorizationError,
  bodyErrors,
  decoded,
  isCursorValid,
  isExcluded,
  isGone,
  isHeaderValid,
  isQueryValid,
  parseBody,
} from './request-errors.ts'

/** The API keys of the server, and a source of unique Idempotency-Keys. */
export interface Identity {
  /** Undefined if the server has no authentication. */
  credentials: Readonly<Record<Caller, string | undefined>> | undefined
  /** Whether each request whose operation has the header has an Idempotency-Key. */
  hasKeys: boolean
  /** Returns a key that no other request has. */
  newKey: () => string
}

/** A request before it is written as bytes. By default, it has all rights and no optional parts. */
export interface Parts {
  operation: Operation
  identity: Identity
  segment?: string
  id?: string
  isHead?: boolean
  caller?: Caller
  query?: Call['query']
  body?: Body | undefined
  conditions?: Conditions
  key?: string | undefined
  accept?: string | undefined
  lastEventId?: string | undefined
  before?: ValidRequest['before']
  link?: Followable
  /** The changes with which the response has to begin. */
  knownChanges?: readonly unknown[]
}

const NO_CONDITIONS: Conditions = { 'If-Match': undefined, 'If-None-Match': undefined }

/** Writes the request, and finds out which responses it may have. */
export function classified(parts: Parts): Request {
  const { operation, identity, segment = '', id = '', isHead = false, caller = 'both', query = [] } = parts
  const { body, conditions = NO_CONDITIONS, accept, before, link, knownChanges } = parts
  const mustHaveKey = identity.hasKeys && hasHeader(operation, 'Idempotency-Key')
  const key = parts.key ?? (mustHaveKey ? identity.newKey() : undefined)
  const credential = identity.credentials?.[caller]
  // Those of openapi.yaml, by which they are validated.
  const described = { ...conditions, 'Idempotency-Key': key, 'Last-Event-ID': parts.lastEventId }
  const others = { Authorization: credential && `Bearer ${credential}`, Accept: accept }
  const content = body && encodedBody(body, operation.body?.maxBytes ?? 0)
  const lines = Object.entries({ ...described, ...others }).filter(
    (line): line is [string, string] => line[1] !== undefined,
  )
  const path = operation.path.replace(/\{\w+\}/, () => segment)
  const sent = {
    method: isHead ? 'HEAD' : operation.method,
    target: path + (query.length === 0 ? '' : `?${query.map((pair) => pair.join('=')).join('&')}`),
    headers: [...lines, ...(content?.headers ?? [])] satisfies Header[],
    body: content?.bytes,
  }

  const authError = identity.credentials && authorizationError(caller, operation)
  if (authError !== undefined) return { ...sent, kind: 'invalid', operation, statuses: [authError] }
  const pairs = decoded(query)
  const isValid =
    isQueryValid(pairs, operation) &&
    isCursorValid(operation, pairs, link) &&
    Object.entries(described).every(([name, value]) => isHeaderValid(value, name, operation))
  const statuses = [
    ...(isExcluded(accept, operation) ? [406] : []),
    ...(knownChanges === undefined && isGone(operation, pairs) ? [410] : []),
    ...(body === undefined ? [] : bodyErrors(body, operation)),
    ...(isValid ? [] : [400]),
  ]
  if (statuses.length > 0) return { ...sent, kind: 'invalid', operation, statuses }
  const parsed = operation.body === undefined ? {} : (parseBody(body?.text ?? '') as Value | Value[])
  const bodies = [parsed].flat()
  const [match, noneMatch] = [
    tagsOf('If-Match', operation, conditions),
    tagsOf('If-None-Match', operation, conditions),
  ]
  const input: Input = {
    ...{ operation: operation.id, id, query: pairs, link, knownChanges, match, noneMatch },
    body: bodies[0] ?? {},
    bodies,
  }
  const text = body?.text ?? ''
  return { ...sent, kind: 'valid', operation, isHead, caller, input, segment, key, text, conditions, before }
}

/** The entity tags of a precondition. Operations that do not have the header ignore it. */
function tagsOf(name: keyof Conditions, operation: Operation, conditions: Conditions): Tags | undefined {
  const text = conditions[name]
  if (text === undefined || !hasHeader(operation, 'If-Match')) return undefined
  if (text.trim() === '*') return '*'
  return [...text.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, tag = '']) => ({
    isWeak: weak !== undefined,
    // A proxy may have appended the encoding.
    tag: tag.replace(/-(?:br|gzip|deflate)"$/, '"'),
  }))
}
