import { type Operation, operationWithId } from '../operations.ts'
import { withSentBack } from '../read-only-members.ts'
import type { Model } from '../state.ts'
import { encoded } from '../steps/queries.ts'
import type { Call, Follow, Pair, Step } from '../steps/step.ts'
import { classified, type Identity } from './classify-request.ts'
import { repeatOf } from './repeat-request.ts'
import type { Request } from './request.ts'
import { conditionOf, idOf, keyOf, resolveKnownValues } from './request-values.ts'

/** While a client has no resource, 1 in 6 requests uses an absent id; the others create a resource. */
const MISSING_ONE_IN = 6

/** Builds the request of a step; undefined if the client has no resource or stored response for it. */
export function requestOf(step: Step, model: Model, identity: Identity): Request | undefined {
  switch (step.kind) {
    case 'call':
      return callOf(step, model, identity)
    case 'follow':
      return followOf(step, model, identity)
    case 'repeat':
      return repeatOf(step, model, identity)
  }
}

function callOf(call: Call, model: Model, identity: Identity): Request {
  const operation = operationWithId(call.operation)
  const resources = [...(operation.addresses === 'Task' ? model.tasks : model.projects).values()]
  if (resources.length === 0 && 'choice' in call.id && call.id.choice % MISSING_ONE_IN !== 1) {
    return creationFor(operation, model, identity)
  }
  const { segment, id } = idOf(call.id, resources)
  const resource = model.find(id)
  return classified({
    operation,
    segment,
    caller: call.caller,
    query: resolveKnownValues(call.query, [...model.projects.values()]),
    body: withSentBack(call.body, call.sentBack, resource),
    conditions: {
      'If-Match': conditionOf(call.match, resource),
      'If-None-Match': conditionOf(call.noneMatch, resource),
    },
    key: keyOf(call.key, identity.newKey),
    id,
    identity,
  })
}

/** A request that creates a resource, for a client that has none. */
function creationFor(operation: Operation, model: Model, identity: Identity): Request {
  const [project] = model.projects.keys()
  const isTask = operation.addresses === 'Task' && project !== undefined
  return classified({
    operation: operationWithId(isTask ? 'createTask' : 'createProject'),
    segment: project ?? '',
    id: project ?? '',
    body: isTask ? { title: 'a' } : { name: 'a' },
    identity,
  })
}

/** Follows a link, possibly with another page size or with a filter, sort order or page number that it does not have. */
function followOf({ choice, size, more }: Follow, model: Model, identity: Identity): Request | undefined {
  const link = model.links[choice % Math.max(1, model.links.length)]
  if (link === undefined) return undefined
  const query = link.query.map(([name, value]): Pair => [
    name,
    name === 'size' ? String(size ?? value) : encoded(value),
  ])
  return classified({
    operation: operationWithId(link.operation),
    segment: link.id,
    id: link.id,
    query: [...query, ...more],
    identity,
    link,
  })
}
