import { operationWithId } from './operations.ts'
import { currentTag, type Input, type Resource } from './state.ts'
import type { SentBack } from './steps/step.ts'

type ReadOnlyError = { status: 400; fields: string[] } | { status: 412; tag: string | undefined }

/** The expected error if a body has read-only members with other values than the current ones. */
export function readOnlyError(resource: Resource, { operation, body }: Input): ReadOnlyError | undefined {
  const names = operationWithId(operation).body?.readOnly ?? []
  const others = names.filter((name) => body[name] !== undefined && !isCurrent(name, body[name], resource))
  const fields = others.filter((name) => name !== 'updatedAt' && name !== 'status')
  if (fields.length > 0) return { status: 400, fields }
  if (others.includes('updatedAt')) return { status: 412, tag: currentTag(resource) }
  return others.includes('status') ? { status: 400, fields: ['status'] } : undefined
}

function isCurrent(name: string, sent: unknown, { value }: Resource): boolean {
  if (name === 'taskCounts') return true
  const current = String(value[name])
  if (name.endsWith('At')) return Date.parse(String(sent)) === Date.parse(current)
  return String(sent).toLowerCase() === current.toLowerCase()
}

/** Adds read-only members to a body, which is returned unchanged if it is not an object. */
export function withSentBack(
  body: unknown,
  sentBack: readonly SentBack[],
  resource: Resource | undefined,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const members = sentBack
    .filter(({ name }) => name === 'taskCounts' || resource?.value[name] !== undefined)
    .map(({ name, as }) => [name, valueOf(name, as, resource)])
  return { ...Object.fromEntries(members), ...body }
}

function valueOf(name: SentBack['name'], as: SentBack['as'], resource: Resource | undefined): unknown {
  if (name === 'taskCounts') return { TODO: 1, IN_PROGRESS: 0, DONE: 2 }
  const current = String(resource?.value[name])
  if (as === 'current') return current
  if (name === 'status') return as === 'spelled' ? current : (OTHER_STATUSES[current] ?? current)
  if (name.endsWith('At'))
    return as === 'spelled' ? current.replace('Z', '+00:00') : '2001-02-03T04:05:06.789Z'
  return as === 'spelled' ? current.toUpperCase() : '00000000-0000-7000-8000-000000000009'
}

const OTHER_STATUSES: Readonly<Record<string, string>> = {
  ACTIVE: 'ARCHIVED',
  ARCHIVED: 'ACTIVE',
  TODO: 'DONE',
  IN_PROGRESS: 'TODO',
  DONE: 'TODO',
}
