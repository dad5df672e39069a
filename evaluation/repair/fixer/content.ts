import { isMembers, typeOf } from '../json/values.ts'

/**
 * Puts the author's content into the shape that an answer describes. Each value of the template is replaced by the
 * content at the same pointer if that has the same JSON type; members that the template does not have stay unknown. An
 * empty list does not describe its items, so that only texts, numbers and booleans are filled in there.
 */
export function fillTemplate(template: unknown, content: unknown): unknown {
  if (typeOf(template) !== typeOf(content)) return template
  if (Array.isArray(template) && Array.isArray(content)) return fillList(template, content)
  if (!isMembers(template) || !isMembers(content)) return content
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [
      name,
      Object.hasOwn(content, name) ? fillTemplate(value, content[name]) : value,
    ]),
  )
}

function fillList(template: readonly unknown[], content: readonly unknown[]): readonly unknown[] {
  const [item] = template
  if (item === undefined) return areScalars(content) ? content : template
  return content.length >= template.length ? content.map((value) => fillTemplate(item, value)) : template
}

/** Whether content can be written if the answer only lists its possible types. */
export function hasListedType(content: unknown, types: readonly unknown[]): boolean {
  const type = typeOf(content)
  if (content === undefined || type === 'object') return false
  if (Array.isArray(content) && !areScalars(content)) return false
  return types.includes(type) || (types.includes('integer') && Number.isInteger(content))
}

const areScalars = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value !== 'object' || value === null)

/** A value of a JSON type for an author without content. */
export function placeholder(types: readonly unknown[]): unknown {
  const byType: Readonly<Record<string, unknown>> = {
    null: null,
    boolean: false,
    number: 1,
    integer: 1,
    array: [],
    object: {},
  }
  const type = types.find((name) => typeof name === 'string' && name in byType)
  return types.length === 0 || types.includes('string') ? PLACEHOLDER : byType[type as string]
}

/** What an author writes for a member that no answer describes. */
const PLACEHOLDER = 'to be written'
