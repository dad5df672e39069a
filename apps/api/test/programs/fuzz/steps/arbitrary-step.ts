import { METHODS as HTTP_METHODS } from 'node:http'

import fc from 'fast-check'

import { ACCEPTED_ENCODINGS, KNOWN_ORIGIN, ORIGINS } from '../negotiation.ts'
import { type Operation, operations } from '../operations.ts'
import { anyBody, bodyFor } from './arbitrary-body.ts'
import { mostly } from './arbitrary-frequency.ts'
import { ACCEPTED, condition, key } from './arbitrary-headers.ts'
import { bodyOf } from './bodies.ts'
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_TEXTS, MALFORMED_MESSAGES } from './hostile-values.ts'
import { encoded, type Pair, queryOf } from './queries.ts'
import { type Caller, type Id, type Repeat, SPELLINGS, type Step } from './step.ts'

/** The relative frequency of operations. Creation is frequent, because other operations need resources. */
const WEIGHTS: Readonly<Record<string, number>> = {
  createTask: 30,
  createProject: 12,
  listTasks: 18,
  updateTaskStatus: 16,
  updateTask: 14,
  patchTask: 14,
  patchProject: 6,
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
    key: operation.headers.some(({ name }) => name === 'Idempotency-Key')
      ? mostly(undefined, key, 3)
      : fc.constant(undefined),
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

const CHANGES = [
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
