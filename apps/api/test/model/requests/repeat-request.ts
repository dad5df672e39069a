import { isUuid } from '../../../src/db/ids.ts'
import { hasHeader, type Operation, operationWithId, type Schema } from '../operations.ts'
import type { Model, StoredResponse, Value } from '../state.ts'
import type { Caller, Repeat } from '../steps/step.ts'
import { classified, type Identity } from './classify-request.ts'
import type { Request } from './request.ts'

/** An id that names nothing, with the bucket of another one: a bucket has its own keys. Text that is no UUID has no bucket. */
const otherAbsentId = (id: string): string =>
  isUuid(id) ? `00000000-0000-7000-8000-000000001${id.slice(-3)}` : 'another-absent-id'

/** Builds a request that reuses an Idempotency-Key. */
export function repeatOf({ choice, as }: Repeat, model: Model, identity: Identity): Request | undefined {
  const kept = model.storedResponses[choice % Math.max(1, model.storedResponses.length)]
  if (kept === undefined) return undefined
  const { input, header } = kept
  const operation = operationWithId(input.operation)
  if (as === 'another caller' && identity.credentials === undefined) return undefined
  const hasId = operation.path.includes('{')
  const isOther =
    (as === 'another body' && operation.body !== undefined) ||
    (as === 'another resource' && hasId) ||
    (as === 'another precondition' && hasHeader(operation, 'If-Match'))
  const id = as === 'another resource' && hasId ? otherAbsentId(input.id) : input.id
  // Keys are scoped to the caller, so the same key of another caller is a new one.
  const caller =
    as === 'another caller' ? (kept.caller === 'both' ? 'writer' : 'both') : (kept.caller as Caller)
  const isNew =
    as === 'another caller' &&
    !model.storedResponses.some(
      (known) =>
        known.caller === caller && known.header === header && known.input.operation === input.operation,
    )
  if (as === 'another caller' && !isNew) return undefined
  return classified({
    operation,
    segment: id !== input.id ? id : as === 'equivalent' ? toUpperCaseUuid(kept.segment) : kept.segment,
    id,
    caller,
    body: bodyOf(kept, as, operation),
    conditions:
      as === 'another precondition'
        ? { ...kept.conditions, 'If-Match': `"${kept.conditions['If-Match']?.length ?? 0}"` }
        : kept.conditions,
    key: header,
    identity,
    before: isNew ? undefined : { kept, isSame: !isOther },
  })
}

/** UUIDs are case-insensitive; other text is not changed. */
const toUpperCaseUuid = (segment: string): string =>
  /^[0-9a-f-]{36}$/.test(segment) ? segment.toUpperCase() : segment

/** The body again, an equivalent one, or another one. */
function bodyOf({ input: { bodies } }: StoredResponse, as: Repeat['as'], operation: Operation): unknown {
  if (operation.body === undefined) return undefined
  const variants = bodies.map((each) => {
    if (as === 'another body') return { ...each, description: `${each['description'] ?? ''}.` }
    if (as !== 'equivalent') return each
    return Object.fromEntries([...Object.entries(each).reverse(), ...absentIn(each, operation)])
  })
  return operation.body.schema['type'] === 'array' ? variants : variants[0]
}

/** The absent members whose schema allows null, as null, which is the same except in a patch. */
function absentIn(body: Value, operation: Operation): [string, null][] {
  if (operation.method === 'PATCH') return []
  const schema = (operation.body?.schema['items'] ?? operation.body?.schema) as Schema
  const properties = schema['properties'] as Record<string, { type?: unknown; anyOf?: unknown }>
  return Object.entries(properties)
    .filter(([name, { type, anyOf }]) => Array.isArray(type ?? anyOf) && !Object.hasOwn(body, name))
    .map(([name]) => [name, null])
}
