import type { Model } from '../model/model.ts'
import { type Operation, operationWithId } from '../operations.ts'
import type { Pair } from '../steps/queries.ts'
import type { Call, Follow, FollowChanges, Step } from '../steps/step.ts'
import { classified, type Identity, NO_CONDITIONS, type Parts } from './classify-request.ts'
import { repeatOf } from './repeat-request.ts'
import type { InvalidRequest, Request, ValidRequest } from './request.ts'
import { conditionOf, idOf, keyOf } from './request-values.ts'
import { unknownRouteOf } from './unknown-route.ts'

/** While a client has no resource, 1 in 6 requests uses an absent id; the others create a resource. */
const MISSING_ONE_IN = 6

/** Builds the request of a step; undefined if the client has no resource or stored response for it. */
export function requestOf(step: Step, model: Model, identity: Identity): Request | undefined {
  switch (step.kind) {
    case 'call':
      return callOf(step, model, identity)
    case 'follow':
      return followOf(step, model, identity)
    case 'follow changes':
      return followChangesOf(step, model, identity)
    case 'repeat':
      return repeatOf(step, model, identity)
    case 'unknown route':
      return unknownRouteOf(step)
    case 'malformed':
      return {
        kind: 'malformed',
        status: step.status,
        method: 'GET',
        target: '',
        bytes: Buffer.from(step.text, 'latin1'),
      }
  }
}

function callOf(call: Call, model: Model, identity: Identity): Request {
  const operation = operationWithId(call.operation)
  const resources = [...(operation.path.includes('/tasks/') ? model.tasks : model.projects).values()]
  if (resources.length === 0 && call.id.kind === 'known' && call.id.choice % MISSING_ONE_IN !== 0) {
    return creationFor(operation, model, identity)
  }
  const { segment, id } = idOf(call.id, resources)
  const resource = model.projects.get(id) ?? model.tasks.get(id)
  const key = keyOf(call.key, identity.name, model.storedResponses.length)
  return classified({
    operation,
    segment,
    isHead: call.isHead,
    caller: call.caller,
    query: call.query,
    body:
      call.body ??
      (operation.body && { text: '', mediaType: undefined, encoding: 'plain', framing: 'length' }),
    conditions: {
      'If-Match': conditionOf(call.match, resource),
      'If-None-Match': conditionOf(call.noneMatch, resource),
    },
    key,
    accept: call.accept,
    encodings: call.encodings,
    origin: call.origin,
    headers: call.headers,
    id,
    identity,
    before: undefined,
  })
}

/** The parts of a request with all rights, without a body and optional headers. */
const WITHOUT_OPTIONS = {
  isHead: false,
  caller: 'both',
  body: undefined,
  conditions: NO_CONDITIONS,
  key: undefined,
  accept: undefined,
  headers: [],
  before: undefined,
} satisfies Partial<Parts>

/** A request that creates a resource, for a client that has none. */
function creationFor(operation: Operation, model: Model, identity: Identity): ValidRequest | InvalidRequest {
  const [project] = model.projects.keys()
  const isTask = operation.path.includes('/tasks/') && project !== undefined
  return classified({
    ...WITHOUT_OPTIONS,
    operation: operationWithId(isTask ? 'createTask' : 'createProject'),
    segment: project ?? '',
    id: project ?? '',
    query: [],
    body: {
      text: JSON.stringify(isTask ? { title: 'a' } : { name: 'a' }),
      mediaType: 'application/json',
      encoding: 'plain',
      framing: 'length',
    },
    identity,
  })
}

/** Follows a link, possibly with another page size or with a filter, sort order or page number that it does not have. */
function followOf({ choice, size, more }: Follow, model: Model, identity: Identity): Request | undefined {
  const link = model.links[choice % Math.max(1, model.links.length)]
  if (link === undefined) return undefined
  const query = link.query.map(([name, value]): Pair => [
    name,
    name === 'size' ? String(size ?? value) : value,
  ])
  return classified({
    ...WITHOUT_OPTIONS,
    operation: operationWithId(link.operation),
    segment: link.id,
    id: link.id,
    query: [...query, ...more],
    identity,
    link,
  })
}

/** Reads changes again. The response has to begin with those that the earlier page had after the cursor. */
function followChangesOf(
  { choice, size, isLastEventId }: FollowChanges,
  model: Model,
  identity: Identity,
): Request | undefined {
  const page = model.changePages[choice % Math.max(1, model.changePages.length)]
  if (page === undefined) return undefined
  const index = choice % page.length
  const cursor = page[index]?.cursor ?? ''
  const pair: Pair = ['size', String(size)]
  return classified({
    ...WITHOUT_OPTIONS,
    operation: operationWithId('listChanges'),
    segment: '',
    id: '',
    query: isLastEventId ? [pair, ['after', 'start']] : [pair, ['after', cursor]],
    headers: isLastEventId ? [['Last-Event-ID', cursor]] : [],
    identity,
    knownChanges: page.slice(index + 1, index + 1 + size),
  })
}
