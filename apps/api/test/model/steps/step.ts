import type { OperationId } from '../operations.ts'

/** A parameter as it is sent: percent-encoded, possibly with invalid escapes. */
export type Pair = readonly [name: string, value: string]

/** A request as data. It refers to a resource by its index among the client's resources. */
export type Step = Call | Follow | Repeat

/** A request of an operation. */
export interface Call {
  kind: 'call'
  operation: OperationId
  caller: Caller
  id: Id
  query: Pair[]
  /** Undefined if the operation has none. */
  body: unknown
  /** The read-only members that the body has, too. */
  sentBack: SentBack[]
  /** The values of If-Match and If-None-Match. */
  match: Condition
  noneMatch: Condition
  key: KeyHeader
}

/** A read-only member with its current value, in the same or another spelling, or with another one. */
export interface SentBack {
  name: string
  as: 'current' | 'spelled' | 'other'
}

/** Follows a link of an earlier page that was read by cursor, possibly to another list or in another order. */
export interface Follow {
  kind: 'follow'
  choice: number
  size: number | undefined
  /** Values of query parameters that the link does not have. */
  more: Pair[]
}

/** The API key of the request: with read and write access, with one of them, an unknown key, or none. */
export type Caller = 'both' | 'reader' | 'writer' | 'unknown key' | 'anonymous'

/** The id of an existing resource, possibly in upper case, or an arbitrary text. */
export type Id = { choice: number; isUpperCase: boolean } | { segment: string }

/** Entity tags of the resource, or an arbitrary text. */
export type Condition =
  | undefined
  | { tags: { kind: 'current' | 'former' | 'other'; isWeak: boolean; encoding: string }[] }
  | { text: string }

/** A new key, or an arbitrary text. */
export type KeyHeader = undefined | { isQuoted: boolean; rest: string } | { text: string }

/** A request that reuses an Idempotency-Key: identical, equivalent in another spelling, or different. */
export interface Repeat {
  kind: 'repeat'
  choice: number
  as: (typeof REPETITIONS)[number]
}

export const REPETITIONS = [
  'identical',
  'equivalent',
  'another body',
  'another resource',
  'another precondition',
  'another caller',
] as const
