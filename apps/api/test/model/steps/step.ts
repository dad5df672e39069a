import type { OperationId } from '../operations.ts'

/** A parameter as it is sent: percent-encoded, possibly with invalid escapes. */
export type Pair = readonly [name: string, value: string]

/** A request as data. It refers to a resource by its index among the client's resources. */
export type Step = Call | Follow | FollowChanges | Repeat

/** A request of an operation. */
export interface Call {
  kind: 'call'
  operation: OperationId
  isHead: boolean
  caller: Caller
  id: Id
  query: Pair[]
  body: Body | undefined
  /** The read-only members that the body has, too. */
  sentBack: SentBack[]
  /** The values of If-Match and If-None-Match. */
  match: Condition
  noneMatch: Condition
  key: KeyHeader
  accept: string | undefined
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
  | { kind: 'known'; choice: number; spelling: keyof typeof SPELLINGS }
  | { kind: 'text'; segment: string }

/** Only `escaped` and `upper case` are equivalent to the id. */
export const SPELLINGS = {
  plain: (id: string) => id,
  escaped: (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1).replace('-', '%2D')}`,
  'upper case': (id: string) => id.toUpperCase(),
  braces: (id: string) => `%7B${id}%7D`,
  'no dashes': (id: string) => id.replaceAll('-', ''),
  urn: (id: string) => `urn:uuid:${id}`,
  blank: (id: string) => `${id}%20`,
  'cut off': (id: string) => id.slice(0, -1),
}

export interface Body {
  text: string
  mediaType: string | undefined
  encoding: (typeof ENCODINGS)[number]
}

const VALID_ENCODINGS = ['plain', 'gzip', 'deflate', 'br'] as const
export const ENCODINGS = [
  ...VALID_ENCODINGS,
  ...(['truncated gzip', 'unknown', 'utf-16', 'not utf-8', 'too large', 'too large, compressed'] as const),
]

/** Whether the body can be decoded to its text. */
export const isDecodable = ({ encoding }: Body): boolean =>
  VALID_ENCODINGS.some((valid) => valid === encoding)

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
