/** A JSON object. */
export type Members = Record<string, unknown>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The type of a JSON value: `null`, `array`, `object`, `string`, `number` or `boolean`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Renames a member and keeps the order of the members. */
export function renameMember(object: Members, from: string, to: string): void {
  const entries = Object.entries(object)
  for (const [name] of entries) Reflect.deleteProperty(object, name)
  for (const [name, value] of entries) object[name === from ? to : name] = value
}
