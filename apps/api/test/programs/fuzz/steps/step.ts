import type { ACCEPTED_ENCODINGS, Origin } from '../negotiation.ts'
import type { Pair } from './queries.ts'

/** A request as data. It refers to a resource by its index among the client's resources. */
export type Step = Call | Follow | FollowChanges | Repeat | UnknownRoute | Malformed

/** A request of an operation. */
export interface Call {
  kind: 'call'
  operation: string
  isHead: boolean
  caller: Caller
  id: Id
  query: Pair[]
  body: Body | undefined
  /** The values of If-Match and If-None-Match. */
  match: Condition
  noneMatch: Condition
  key: KeyHeader
  accept: string | undefined
  /** Accept-Encoding, and the encodings that the response may have. */
  encodings: (typeof ACCEPTED_ENCODINGS)[number] | undefined
  origin: Origin
  headers: (readonly [name: string, value: string])[]
}

/** Follows a link of an earlier page that was read by cursor, possibly to another list or in another order. */
export interface Follow {
  kind: 'follow'
  choice: number
  size: number | undefined
  /** Values of query parameters that the link does not have. */
  more: Pair[]
}

/** Reads the changes after one of an earlier page again. */
export interface FollowChanges {
  kind: 'follow changes'
  choice: number
  size: number
  /** Whether the cursor is the Last-Event-ID, which has precedence over `after`. */
  isLastEventId: boolean
}

/** The API key of the request: with read and write access, with one of them, an unknown key, or none. */
export type Caller = 'both' | 'reader' | 'writer' | 'unknown key' | 'anonymous'

/** The id of an existing resource, possibly in another spelling, or an arbitrary text. */
export type Id =
  | { kind: 'known'; choice: number; spelling: (typeof SPELLINGS)[number] }
  | { kind: 'text'; segment: string }

/** Only `escaped` and `upper case` are equivalent to the id. */
export const SPELLINGS = [
  'plain',
  'escaped',
  'upper case',
  'braces',
  'no dashes',
  'urn',
  'blank',
  'cut off',
] as const

export interface Body {
  text: string
  mediaType: string | undefined
  encoding: (typeof ENCODINGS)[number]
  /** `unfinished`: Content-Length is one byte more than the body. */
  framing: 'length' | 'chunked' | 'unfinished'
}

export const ENCODINGS = [
  ...(['gzip', 'deflate', 'br', 'identity', 'truncated gzip', 'invalid gzip', 'unknown'] as const),
  ...(['utf-16', 'not utf-8', 'too large', 'bomb'] as const),
  'plain' as const,
]

export type Condition =
  | undefined
  | { kind: 'tags'; tags: { kind: 'current' | 'former' | 'other'; isWeak: boolean; encoding: string }[] }
  | { kind: 'text'; text: string }

export type KeyHeader =
  | undefined
  | { kind: 'new'; isQuoted: boolean; rest: string }
  | { kind: 'text'; text: string }

/** A request that reuses an Idempotency-Key: identical, equivalent in another spelling, or different. */
export interface Repeat {
  kind: 'repeat'
  choice: number
  as:
    | 'identical'
    | 'equivalent'
    | 'another body'
    | 'another resource'
    | 'another precondition'
    | 'another caller'
}

/** A request to a path or with a method that no operation has. */
export interface UnknownRoute {
  kind: 'unknown route'
  method: string
  path: string
  /** How the path of an operation is changed to an unknown one; undefined leaves it unchanged. */
  change: string | undefined
  segment: string
}

/** Bytes that are not a valid HTTP request. */
interface Malformed {
  kind: 'malformed'
  /** The expected status. */
  status: number
  text: string
}
