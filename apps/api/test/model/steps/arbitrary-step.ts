import fc from 'fast-check'

import { hasHeader, type Operation, type OperationId, operations } from '../operations.ts'
import { condition, key, mostly } from './arbitrary-headers.ts'
import { bodyOf } from './bodies.ts'
import { HOSTILE_SEGMENTS } from './hostile-values.ts'
import { queryOf } from './queries.ts'
import { type Caller, type Id, type Pair, REPETITIONS, type SentBack, type Step } from './step.ts'

/**
 * The relative frequency of operations. Creation is frequent, because other operations need resources. An operation of
 * openapi.yaml that is missing here does not compile.
 */
const WEIGHTS: Readonly<Record<OperationId, number>> = {
  createProject: 12,
  listProjects: 5,
  getProject: 10,
  updateProject: 10,
  patchProject: 10,
  archiveProject: 5,
  reactivateProject: 8,
  deleteProject: 2,
  createTask: 26,
  createTasks: 8,
  listTasks: 18,
  listAllTasks: 8,
  getTask: 10,
  updateTask: 14,
  patchTask: 20,
  updateTaskStatus: 16,
  deleteTask: 5,
  listChanges: 5,
}

/** A request of one of these operations, or one that repeats an earlier one or continues from it. */
export function stepOf(known: readonly Operation[] = operations): fc.Arbitrary<Step> {
  return fc.oneof(
    ...known.map((operation) => ({ weight: WEIGHTS[operation.id], arbitrary: callOf(operation) })),
    { weight: 14, arbitrary: follow },
    { weight: 12, arbitrary: repeat },
  )
}

function callOf(operation: Operation): fc.Arbitrary<Step> {
  const isRead = operation.method === 'GET'
  return fc.record({
    kind: fc.constant('call' as const),
    operation: fc.constant(operation.id),
    caller: callerOf(operation),
    id: fc.oneof({ weight: 30, arbitrary: knownId }, { weight: 1, arbitrary: textId }),
    query: queryOf(operation.query),
    body: bodyOf(operation),
    sentBack: mostly([], sentBackIn(operation), 3),
    match: mostly(undefined, condition, isRead ? 8 : 3),
    noneMatch: mostly(undefined, condition, isRead ? 3 : 8),
    key: hasHeader(operation, 'Idempotency-Key') ? mostly(undefined, key, 3) : fc.constant(undefined),
  })
}

/** Mostly with the current values. */
function sentBackIn({ body }: Operation): fc.Arbitrary<SentBack[]> {
  const names = body?.readOnly ?? []
  if (names.length === 0) return fc.constant([])
  const as = fc.constantFrom<SentBack['as']>('current', 'current', 'spelled', 'other')
  const member = fc.record({ name: fc.constantFrom(...names), as })
  const all = names.map((name) => ({ name, as: 'current' as const }))
  return fc.oneof(
    fc.uniqueArray(member, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
    fc.constant(all),
  )
}

const callerOf = ({ scope }: Operation): fc.Arbitrary<Caller> =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constant('both' as const) },
    { weight: 4, arbitrary: fc.constant(scope.endsWith(':read') ? 'reader' : 'writer') },
    { weight: 1, arbitrary: fc.constantFrom<Caller>('reader', 'writer', 'unknown key', 'anonymous') },
  )

/** Often the first one, so that it has long lists and many versions. */
const knownId: fc.Arbitrary<Id> = fc.record({
  choice: fc.oneof(fc.constant(0), fc.nat()),
  isUpperCase: mostly(false, fc.constant(true), 20),
})

const textId: fc.Arbitrary<Id> = fc
  .oneof(fc.constantFrom(...HOSTILE_SEGMENTS), fc.uuid())
  .map((segment) => ({ segment }))

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

const repeat: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('repeat' as const),
  choice: fc.nat(),
  as: fc.constantFrom('identical', ...REPETITIONS),
})
