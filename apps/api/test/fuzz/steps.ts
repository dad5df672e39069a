import { METHODS as HTTP_METHODS } from 'node:http'

import fc from 'fast-check'

import { bodyOf } from './bodies.ts'
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_TEXTS, MALFORMED_MESSAGES } from './hostile-values.ts'
import { ACCEPTED_ENCODINGS, KNOWN_ORIGIN, type Origin, ORIGINS } from './negotiation.ts'
import { type Operation, operations } from './operations.ts'
import { encoded, type Pair, queryOf } from './queries.ts'
import { mostly } from './arbitrary-frequency.ts'

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
  { kind: 'known'; choice: number; spelling: (typeof SPELLINGS)[number] } | { kind: 'text'; segment: string }

/** Only `escaped` and `upper case` are equivalent to the id. */
const SPELLINGS = [
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

const ENCODINGS = [
  ...(['gzip', 'deflate', 'br', 'identity', 'truncated gzip', 'invalid gzip', 'unknown'] as const),
  ...(['utf-16', 'not utf-8', 'too large', 'bomb'] as const),
  'plain' as const,
]

export type Condition =
  | undefined
  | { kind: 'tags'; tags: { kind: 'current' | 'former' | 'other'; isWeak: boolean; encoding: string }[] }
  | { kind: 'text'; text: string }

export type KeyHeader =
  undefined | { kind: 'new'; isQuoted: boolean; rest: string } | { kind: 'text'; text: string }

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
export interface Malformed {
  kind: 'malformed'
  /** The expected status. */
  status: number
  text: string
}

/** The relative frequency of operations. Creation is frequent, because other operations need resources. */
const WEIGHTS: Readonly<Record<string, number>> = {
  createTask: 30,
  createProject: 12,
  listTasks: 18,
  updateTaskStatus: 16,
  updateTask: 14,
  archiveProject: 5,
  reactivateProject: 8,
  listProjects: 5,
  deleteProject: 2,
  deleteTask: 5,
  listChanges: 5,
}

export function stepOf(): fc.Arbitrary<Step> {
  return fc.oneof(
    ...operations.map((operation) => ({ weight: WEIGHTS[operation.id] ?? 10, arbitrary: callOf(operation) })),
    { weight: 14, arbitrary: follow },
    { weight: 4, arbitrary: followChanges },
    { weight: 12, arbitrary: repeat },
    { weight: 8, arbitrary: unknownRoute },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...MALFORMED_MESSAGES)
        .map(([status, text]): Step => ({ kind: 'malformed', status, text })),
    },
  )
}

function callOf(operation: Operation): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant('call' as const),
    operation: fc.constant(operation.id),
    isHead: operation.method === 'GET' ? mostly(false, fc.constant(true), 10) : fc.constant(false),
    caller: callerOf(operation),
    id: fc.oneof(
      { weight: 30, arbitrary: knownId(fc.constantFrom('plain', 'plain', 'plain', 'escaped')) },
      { weight: 1, arbitrary: knownId(fc.constantFrom(...SPELLINGS)) },
      { weight: 1, arbitrary: textId },
    ),
    query: queryOf(operation.query),
    body: operation.body === undefined ? anyBody : bodyFor(bodyOf(operation.body.schema)),
    match: mostly(undefined, condition, operation.method === 'GET' ? 8 : 3),
    noneMatch: mostly(undefined, condition, operation.method === 'GET' ? 3 : 8),
    key: operation.method === 'POST' ? mostly(undefined, key, 3) : fc.constant(undefined),
    // Changes also have a text format, which is a stream without end.
    accept:
      operation.id === 'listChanges'
        ? mostly(undefined, fc.constantFrom('*/*', 'application/json', 'text/html', 'image/*'), 8)
        : mostly(undefined, fc.constantFrom(...ACCEPTED), 8),
    encodings: mostly(undefined, fc.constantFrom(...ACCEPTED_ENCODINGS), 3),
    origin: mostly(KNOWN_ORIGIN, fc.constantFrom(...ORIGINS), 8),
    headers: mostly([], fc.array(fc.constantFrom(...HOSTILE_HEADERS), { maxLength: 2 }), 8),
  })
}

const ACCEPTED = [
  ...[
    '*/*',
    'application/json',
    'application/*;q=0.5',
    'text/html, application/json;q=0.1',
    'APPLICATION/JSON',
  ],
  ...[
    'application/json; charset=utf-8',
    'text/html',
    'application/xml, text/*',
    'application/json;q=0',
    'image/*',
  ],
]

const callerOf = ({ scope }: Operation): fc.Arbitrary<Caller> =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constant('both' as const) },
    {
      weight: 4,
      arbitrary: fc.constant(scope.endsWith(':read') ? ('reader' as const) : ('writer' as const)),
    },
    { weight: 1, arbitrary: fc.constantFrom<Caller>('reader', 'writer', 'unknown key', 'anonymous') },
  )

const knownId = (spelling: fc.Arbitrary<(typeof SPELLINGS)[number]>): fc.Arbitrary<Id> =>
  fc.record({ kind: fc.constant('known' as const), choice: fc.nat(), spelling })

const textId: fc.Arbitrary<Id> = fc
  .oneof(
    fc.constantFrom(...HOSTILE_SEGMENTS),
    fc.uuid(),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map(encoded),
  )
  // `.` and `..` are removed by URL normalization.
  .filter((segment) => segment !== '.' && segment !== '..')
  .map((segment) => ({ kind: 'text', segment }))

const MEDIA_TYPES = [
  ...['application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"', 'text/plain', 'application/xml'],
  ...[
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'application/problem+json',
    '',
    '/',
  ],
  ...[
    'multipart/form-data; boundary=a',
    'application/json, application/json',
    'application/jsonx',
    undefined,
  ],
]

const bodyFor = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  fc.record({
    text,
    mediaType: mostly('application/json', fc.constantFrom(...MEDIA_TYPES), 20),
    encoding: mostly('plain' as const, fc.constantFrom(...ENCODINGS), 25),
    framing: mostly(
      'length' as const,
      mostly('chunked' as const, fc.constant('unfinished' as const), 40),
      10,
    ),
  })

/** Operations without a request body ignore one. */
const anyBody = mostly(
  undefined,
  fc.record({
    text: fc.constantFrom('', '{', '{"name":1}', 'x'.repeat(1000)),
    mediaType: fc.constantFrom('application/json', ...MEDIA_TYPES),
    encoding: fc.constantFrom<Body['encoding']>('plain', 'gzip', 'invalid gzip', 'unknown'),
    framing: fc.constantFrom<Body['framing']>('length', 'chunked'),
  }),
  12,
)

const tag = fc.record({
  kind: fc.constantFrom<'current' | 'former' | 'other'>('current', 'current', 'former', 'other'),
  isWeak: mostly(false, fc.constant(true), 6),
  encoding: mostly('', fc.constantFrom('-br', '-gzip', '-zstd'), 4),
})

const CONDITION_TEXTS = [
  ...[
    '*',
    '',
    '"',
    'x',
    '1-1',
    '"a" "b"',
    '"a",',
    ',',
    'W/',
    'W/"',
    'w/"a"',
    '*, "a"',
    '"\u00ff"',
    '"\t"',
    "';--",
  ],
  ...[
    '"\\"',
    '""',
    `"${'x'.repeat(2_000)}"`,
    '"99999999999999999999-1"',
    '"1-99999999999999999999"',
    '"1--1"',
  ],
]

const condition: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tags' as const),
      tags: fc.array(tag, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...CONDITION_TEXTS).map((text) => ({ kind: 'text' as const, text })),
  },
)

/** Each is invalid: a valid key would be shared by all clients. */
const KEY_TEXTS = [
  ...[
    '',
    '""',
    '"',
    'a b',
    'a,b',
    'a;b',
    '"a',
    'a"b',
    '\\',
    '"\\a"',
    '\u00e9',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ],
  ...['"a", "b"', "';--", '\t\\'],
]

const key: fc.Arbitrary<KeyHeader> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('new' as const),
      isQuoted: fc.boolean(),
      rest: fc.oneof(fc.stringMatching(/^[!#-+\-.:<-[\]-~]{0,20}$/), fc.constant('x'.repeat(200))),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...KEY_TEXTS).map((text) => ({ kind: 'text' as const, text })) },
)

const MORE_PARAMETERS: readonly Pair[] = [
  ['status', 'DONE'],
  ['status', 'ACTIVE'],
  ['sort', 'id'],
  ['page', '1'],
  ['page', '0'],
  ['after', 'start'],
]

const follow: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('follow' as const),
  choice: fc.nat(),
  size: mostly(undefined, fc.integer({ min: 1, max: 5 }), 3),
  more: mostly(
    [],
    fc.constantFrom(...MORE_PARAMETERS).map((pair) => [pair]),
    8,
  ),
})

const followChanges: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('follow changes' as const),
  choice: fc.nat(),
  size: fc.integer({ min: 1, max: 10 }),
  isLastEventId: fc.boolean(),
})

const repeat: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('repeat' as const),
  choice: fc.nat(),
  as: fc.constantFrom<Repeat['as']>(
    'identical',
    'identical',
    'equivalent',
    'another body',
    'another resource',
    'another precondition',
    'another caller',
  ),
})

/** CONNECT switches to another protocol. */
const METHODS = HTTP_METHODS.filter((method) => method !== 'CONNECT')

export const CHANGES = [
  'slash',
  'double slash',
  'upper case',
  'prefix',
  'version',
  'more',
  'less',
  'dots',
  'hostile',
]

const unknownRoute: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('unknown route' as const),
  method: fc.oneof(fc.constantFrom(...METHODS), fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'HEAD')),
  path: fc.constantFrom(...operations.map(({ path }) => path)),
  change: mostly(undefined, fc.constantFrom(...CHANGES), 2),
  segment: fc.constantFrom(...HOSTILE_SEGMENTS, ...HOSTILE_TEXTS.map(encoded).filter((text) => text !== '')),
})
