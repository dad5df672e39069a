import { hasHeader, type Operation } from '../operations.ts'
import type { Conditions, Followable, Input, Tags, Value } from '../state.ts'
import type { Caller, Pair } from '../steps/step.ts'
import type { Request, ValidRequest } from './request.ts'
import {
  authorizationError,
  decoded,
  isBodyValid,
  isCursorValid,
  isHeaderValid,
  isQueryValid,
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
  caller?: Caller
  query?: readonly Pair[]
  body?: unknown
  conditions?: Conditions
  key?: string | undefined
  before?: ValidRequest['before']
  link?: Followable
}

const NO_CONDITIONS: Conditions = { 'If-Match': undefined, 'If-None-Match': undefined }

/** Writes the request, and finds out which responses it may have. */
export function classified(parts: Parts): Request {
  const { operation, identity, segment = '', id = '', caller = 'both', query = [] } = parts
  const { body, conditions = NO_CONDITIONS, before, link } = parts
  const mustHaveKey = identity.hasKeys && hasHeader(operation, 'Idempotency-Key')
  const key = parts.key ?? (mustHaveKey ? identity.newKey() : undefined)
  const credential = identity.credentials?.[caller]
  // Those of openapi.yaml, by which they are validated.
  const described = { ...conditions, 'Idempotency-Key': key }
  const others = {
    Authorization: credential && `Bearer ${credential}`,
    'Content-Type': operation.body && 'application/json',
  }
  const headers = Object.entries({ ...described, ...others }).filter(
    (line): line is [string, string] => line[1] !== undefined,
  )
  const path = operation.path.replace(/\{\w+\}/, () => segment)
  const sent = {
    method: operation.method,
    target: path + (query.length === 0 ? '' : `?${query.map((pair) => pair.join('=')).join('&')}`),
    headers,
    body: operation.body && Buffer.from(JSON.stringify(body)),
  }

  const authError = identity.credentials && authorizationError(caller, operation)
  if (authError !== undefined) return { ...sent, kind: 'invalid', operation, status: authError }
  const pairs = decoded(query)
  const isValid =
    isQueryValid(pairs, operation) &&
    isCursorValid(operation, pairs, link) &&
    isBodyValid(body, operation) &&
    Object.entries(described).every(([name, value]) => isHeaderValid(value, name, operation))
  if (!isValid) return { ...sent, kind: 'invalid', operation, status: 400 }
  const bodies = [(body ?? {}) as Value | Value[]].flat()
  const input: Input = {
    ...{ operation: operation.id, id, query: pairs, link, bodies, body: bodies[0] ?? {} },
    match: tagsOf('If-Match', operation, conditions),
    noneMatch: tagsOf('If-None-Match', operation, conditions),
  }
  return { ...sent, kind: 'valid', operation, caller, input, segment, key, conditions, before }
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
