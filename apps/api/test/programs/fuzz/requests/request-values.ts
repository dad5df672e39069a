import { currentTag, type Resource } from '../model/model.ts'
import type { Condition, Id, KeyHeader } from '../steps/step.ts'

export const ABSENT_ID = '00000000-0000-7000-8000-000000000000'

/** The path segment of an id, and the id that the server reads from it. */
export function idOf(id: Id, resources: readonly Resource[]): { segment: string; id: string } {
  if (id.kind === 'text') return { segment: id.segment, id: decodedSegment(id.segment) }
  const resource = resources[id.choice % Math.max(1, resources.length)]
  const plain = resource?.value['id'] ?? ABSENT_ID
  const segment = spelled(plain, id.spelling)
  // UUIDs are case-insensitive.
  return { segment, id: id.spelling === 'upper case' ? plain : decodedSegment(segment) }
}

/** Percent-decodes a path segment. Invalid escapes are left as they are. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function spelled(id: string, spelling: Extract<Id, { kind: 'known' }>['spelling']): string {
  switch (spelling) {
    case 'plain':
      return id
    case 'escaped':
      return id.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`).replace('-', '%2D')
    case 'upper case':
      return id.toUpperCase()
    case 'braces':
      return `%7B${id}%7D`
    case 'no dashes':
      return id.replaceAll('-', '')
    case 'urn':
      return `urn:uuid:${id}`
    case 'blank':
      return `${id}%20`
    case 'cut off':
      return id.slice(0, -1)
  }
}

/** The value of a precondition header. */
export function conditionOf(condition: Condition, resource: Resource | undefined): string | undefined {
  if (condition === undefined) return undefined
  if (condition.kind === 'text') return condition.text
  const { tags = [] } = resource ?? {}
  const texts = condition.tags.map(({ kind, isWeak, encoding }) => {
    const former = tags[tags.length - 2] ?? '"1-0"'
    const tag =
      kind === 'other' ? '"x"' : kind === 'former' ? former : resource ? currentTag(resource) : '"1-1"'
    return (isWeak ? 'W/' : '') + tag.replace(/"$/, `${encoding}"`)
  })
  return texts.join(', ')
}

/** The value of the Idempotency-Key header; no two clients have the same. */
export function keyOf(key: KeyHeader, clientName: string, count: number): string | undefined {
  if (key === undefined) return undefined
  if (key.kind === 'text') return key.text
  const text = `${clientName}-${count}-${key.rest}`
  return key.isQuoted ? `"${text}"` : text
}
