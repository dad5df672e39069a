import { METHODS as HTTP_METHODS } from 'node:http'

import fc from 'fast-check'

import { bodyOf } from './bodies.ts'
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_TEXTS, UNREADABLE } from './hostile-values.ts'
import { type Operation, operations } from './operations.ts'
import { encoded, type Pair, queryOf } from './queries.ts'
import { usually } from './usually.ts'

/** One request, as data: what it is about is said by its place among the things that the client has by then. */
export type Step = Call | Repeat | Elsewhere | Unreadable

/** A request of an operation. */
export interface Call {
  kind: 'call'
  operation: string
  isHead: boolean
  caller: Caller
  id: Id
  query: Pair[]
  body: Body | undefined
  /** The header of the condition that the operation has, if it has one. */
  condition: Condition
  key: KeyHeader
  accept: string | undefined
  headers: (readonly [name: string, value: string])[]
}

/** Who sends it: with a key that may do both, with one that may do one, or with none that is valid. */
export type Caller = 'both' | 'reader' | 'writer' | 'stranger' | 'nobody'

/** A project or task of the client's, one of them in another spelling, or text that names nothing. */
export type Id =
  { kind: 'known'; choice: number; spelling: (typeof SPELLINGS)[number] } | { kind: 'text'; segment: string }

/** Only `escaped` and `upper case` are the same id. */
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
  packing: (typeof PACKINGS)[number]
  /** `unfinished` says one byte more than it sends. */
  framing: 'length' | 'chunked' | 'unfinished'
}

const PACKINGS = [
  ...(['gzip', 'deflate', 'br', 'identity', 'cut gzip', 'no gzip', 'unknown'] as const),
  ...(['utf-16', 'not utf-8', 'too large', 'bomb'] as const),
  'plain' as const,
]

export type Condition =
  | undefined
  | { kind: 'tags'; tags: { kind: 'current' | 'former' | 'other'; isWeak: boolean }[] }
  | { kind: 'text'; text: string }

export type KeyHeader =
  undefined | { kind: 'new'; isQuoted: boolean; rest: string } | { kind: 'text'; text: string }

/** A request that was sent with an Idempotency-Key, sent again: the same, the same written otherwise, or another. */
export interface Repeat {
  kind: 'repeat'
  choice: number
  as: 'it was' | 'written otherwise' | 'another body' | 'another resource' | 'another caller'
}

/** A method and a target that no operation has. */
export interface Elsewhere {
  kind: 'elsewhere'
  method: string
  path: string
  /** How the path of an operation becomes one that the server does not have; undefined leaves it as it is. */
  change: string | undefined
  segment: string
}

/** Bytes that are no request. */
export interface Unreadable {
  kind: 'unreadable'
  text: string
}

/** How often each operation is meant; a client needs things before it can do something with them. */
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
}

export function stepOf(): fc.Arbitrary<Step> {
  return fc.oneof(
    ...operations.map((operation) => ({ weight: WEIGHTS[operation.id] ?? 10, arbitrary: callOf(operation) })),
    { weight: 12, arbitrary: repeat },
    { weight: 8, arbitrary: elsewhere },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...UNREADABLE).map((text): Step => ({ kind: 'unreadable', text })),
    },
  )
}

function callOf(operation: Operation): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant('call' as const),
    operation: fc.constant(operation.id),
    isHead: operation.method === 'GET' ? usually(false, fc.constant(true), 10) : fc.constant(false),
    caller: callerOf(operation),
    id: fc.oneof(
      { weight: 30, arbitrary: knownId(fc.constantFrom('plain', 'plain', 'plain', 'escaped')) },
      { weight: 1, arbitrary: knownId(fc.constantFrom(...SPELLINGS)) },
      { weight: 1, arbitrary: textId },
    ),
    query: queryOf(operation.query),
    body: operation.body === undefined ? anyBody : bodyFor(bodyOf(operation.body.schema)),
    condition: usually(undefined, condition, 3),
    key: operation.method === 'POST' ? usually(undefined, key, 3) : fc.constant(undefined),
    accept: usually(undefined, fc.constantFrom(...ACCEPTED), 8),
    headers: usually([], fc.array(fc.constantFrom(...HOSTILE_HEADERS), { maxLength: 2 }), 8),
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
    { weight: 1, arbitrary: fc.constantFrom<Caller>('reader', 'writer', 'stranger', 'nobody') },
  )

const knownId = (spelling: fc.Arbitrary<(typeof SPELLINGS)[number]>): fc.Arbitrary<Id> =>
  fc.record({ kind: fc.constant('known' as const), choice: fc.nat(), spelling })

const textId: fc.Arbitrary<Id> = fc
  .oneof(
    fc.constantFrom(...HOSTILE_SEGMENTS),
    fc.uuid(),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map(encoded),
  )
  // A client library, and nothing else, would take these out of the path.
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
    mediaType: usually('application/json', fc.constantFrom(...MEDIA_TYPES), 20),
    packing: usually('plain' as const, fc.constantFrom(...PACKINGS), 25),
    framing: usually(
      'length' as const,
      usually('chunked' as const, fc.constant('unfinished' as const), 40),
      10,
    ),
  })

/** An operation that takes no body passes over any. */
const anyBody = usually(
  undefined,
  fc.record({
    text: fc.constantFrom('', '{', '{"name":1}', 'x'.repeat(1000)),
    mediaType: fc.constantFrom('application/json', ...MEDIA_TYPES),
    packing: fc.constantFrom<Body['packing']>('plain', 'gzip', 'no gzip', 'unknown'),
    framing: fc.constantFrom<Body['framing']>('length', 'chunked'),
  }),
  12,
)

const tag = fc.record({
  kind: fc.constantFrom<'current' | 'former' | 'other'>('current', 'current', 'former', 'other'),
  isWeak: usually(false, fc.constant(true), 6),
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
    `"${'x'.repeat(5_000)}"`,
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

/** None is a key, for all clients would share it. */
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

const repeat: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('repeat' as const),
  choice: fc.nat(),
  as: fc.constantFrom<Repeat['as']>(
    'it was',
    'it was',
    'written otherwise',
    'another body',
    'another resource',
    'another caller',
  ),
})

/** CONNECT and upgrades leave HTTP. */
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

const elsewhere: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('elsewhere' as const),
  method: fc.oneof(fc.constantFrom(...METHODS), fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'HEAD')),
  path: fc.constantFrom(...operations.map(({ path }) => path)),
  change: usually(undefined, fc.constantFrom(...CHANGES), 2),
  segment: fc.constantFrom(...HOSTILE_SEGMENTS, ...HOSTILE_TEXTS.map(encoded).filter((text) => text !== '')),
})
