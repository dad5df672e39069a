import { currentTag, type Resource } from '../state.ts'
import { encoded, KNOWN_VALUE } from '../steps/queries.ts'
import type { Condition, Id, KeyHeader, Pair } from '../steps/step.ts'

export const ABSENT_ID = '00000000-0000-7000-8000-000000000000'

/** The path segment of an id, and the id that the server reads from it. */
export function idOf(id: Id, resources: readonly Resource[]): { segment: string; id: string } {
  if ('segment' in id) return { segment: id.segment, id: decodedSegment(id.segment) }
  const plain = resources[id.choice % Math.max(1, resources.length)]?.value['id'] ?? ABSENT_ID
  // UUIDs are case-insensitive.
  return { segment: id.isUpperCase ? plain.toUpperCase() : plain, id: plain }
}

/** Percent-decodes a path segment. Invalid escapes are left as they are. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The value of a precondition header. */
export function conditionOf(condition: Condition, resource: Resource | undefined): string | undefined {
  if (condition === undefined) return undefined
  if ('text' in condition) return condition.text
  const { tags = [] } = resource ?? {}
  // The tag of a resource that no response has had is not known.
  if (resource !== undefined && currentTag(resource) === undefined) return undefined
  const texts = condition.tags.map(({ kind, isWeak, encoding }) => {
    const former = tags[tags.length - 2] ?? '"1-0"'
    const tag = kind === 'other' ? '"x"' : kind === 'former' ? former : (tags.at(-1) ?? '"1-1"')
    return (isWeak ? 'W/' : '') + tag.replace(/"$/, `${encoding}"`)
  })
  return texts.join(', ')
}

/** Replaces the values that stand for members of resources. */
export function resolveKnownValues(query: readonly Pair[], resources: readonly Resource[]): Pair[] {
  const isKnown = (value: string) => value.startsWith(encoded(KNOWN_VALUE))
  return query.map(([name, value]): Pair => [
    name,
    value
      .split(',')
      .map((part) => (isKnown(part) ? encoded(memberOf(decodeURIComponent(part), resources)) : part))
      .join(','),
  ])
}

function memberOf(text: string, resources: readonly Resource[]): string {
  const [choice = '', member = ''] = text.slice(KNOWN_VALUE.length).split(':')
  const { value } = resources[Number(choice) % Math.max(1, resources.length)] ?? { value: undefined }
  if (value === undefined) return member === 'updatedAt' ? '2026-03-02T08:15:30Z' : ABSENT_ID
  if (member === 'text') return (value['name'] ?? value['title'] ?? '').trim().split(/\s+/)[0] ?? ''
  return value[member] ?? ''
}

/** The value of the Idempotency-Key header; no two clients have the same. */
export function keyOf(key: KeyHeader, newKey: () => string): string | undefined {
  if (key === undefined) return undefined
  if ('text' in key) return key.text
  const text = `${newKey()}-${key.rest}`
  return key.isQuoted ? `"${text}"` : text
}
