/** The members of an event. */
export type Members = Readonly<Record<string, unknown>>

/** The value of the first of these members that an object has: agents name them differently. */
export const firstMember = (object: Members, ...names: readonly string[]): unknown =>
  names.map((name) => object[name]).find((value) => value !== undefined)
