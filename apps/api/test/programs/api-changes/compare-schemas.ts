import { isDeepStrictEqual } from 'node:util'

import type { Schema } from './description.ts'

/** The reader of a value: a server rejects unknown members, clients ignore them. */
export type Reader = 'server' | 'client'

/** The values that a schema and the schemas in its `allOf` have for each keyword. A value conforms to all of them. */
type Keywords = ReadonlyMap<string, readonly unknown[]>

/**
 * The reasons why a value that `sent` accepts may be rejected by `read`, each with its location. Empty: every such value is
 * accepted. A change that this function does not understand is a reason, too.
 */
export const findRejections = (read: Schema, sent: Schema, reader: Reader, location: string): string[] => [
  ...new Set(compare(keywordsOf(read), keywordsOf(sent), reader, location)),
]

function compare(to: Keywords, from: Keywords, reader: Reader, location: string): string[] {
  const [alternatives] = valuesOf<Schema[]>(from, 'anyOf')
  if (alternatives !== undefined && !isDeepStrictEqual(to.get('anyOf'), from.get('anyOf'))) {
    const others = [...from].filter(([keyword]) => keyword !== 'anyOf')
    return alternatives.flatMap((alternative) =>
      compare(to, merged([...others, ...keywordsOf(alternative)]), reader, location),
    )
  }
  return [
    ...[...to].flatMap(([keyword, values]) =>
      OF_MEMBERS.includes(keyword)
        ? []
        : values.flatMap((value) => compareKeyword(keyword, value, from, reader, location)),
    ),
    ...(accepts(from, 'object') ? compareMembers(to, from, reader, location) : []),
  ]
}

/** The reasons why a value may not conform to one keyword. */
function compareKeyword(
  keyword: string,
  value: unknown,
  from: Keywords,
  reader: Reader,
  location: string,
): string[] {
  const before = from.get(keyword) ?? []
  const { type, includes = isDeepStrictEqual } = RULES[keyword] ?? {}
  if (before.some((sent) => isDeepStrictEqual(sent, value) || includes(value, sent))) return []
  if (type !== undefined && !accepts(from, type)) return []
  if (keyword === 'anyOf') {
    const reasons = (value as Schema[]).map((schema) => compare(keywordsOf(schema), from, reader, location))
    return reasons.some(({ length }) => length === 0) ? [] : (reasons[0] ?? [`${location}: no alternative`])
  }
  if (keyword === 'items') {
    const items = merged((before as Schema[]).flatMap((schema) => [...keywordsOf(schema)]))
    return compare(keywordsOf(value as Schema), items, reader, `${location}[]`)
  }
  // Without a default on one side, the other one sets it.
  if (keyword === 'default' && before.length === 0) return []
  if (keyword === 'pattern' || keyword === 'format')
    return [`${location}: ${keyword} ${String(value)} is new`]
  const [sent, read] = [before.map(textOf).join(' and ') || 'anything', textOf(value)]
  return [`${location}: ${keyword} ${sent} does not fit into ${read}`]
}

function compareMembers(to: Keywords, from: Keywords, reader: Reader, location: string): string[] {
  const [read, sent] = [membersOf(to), membersOf(from)]
  const present = new Set(valuesOf<string[]>(from, 'required').flat())
  const required = new Set(valuesOf<string[]>(to, 'required').flat())
  const missing = [...required].filter((name) => !present.has(name))
  const reasons = missing.map((name) => `${location}: member ${name} is required, but may be absent`)
  for (const [name, member] of read) {
    const before = sent.get(name)
    if (before !== undefined) reasons.push(...findRejections(member, before, reader, `${location}.${name}`))
    else if (!isClosed(from) && !missing.includes(name))
      reasons.push(`${location}: member ${name} is not described on the other side`)
  }
  if (reader === 'client' || !isClosed(to)) return reasons
  if (!isClosed(from)) reasons.push(`${location}: other members are no longer accepted`)
  const unknown = [...sent.keys()].filter((name) => !read.has(name))
  return [...reasons, ...unknown.map((name) => `${location}: member ${name} is no longer accepted`)]
}

interface Rule {
  /** The type whose values the keyword constrains; all by default. */
  type?: string
  /** Whether `read` allows all that `sent` allows. */
  includes?: (read: unknown, sent: unknown) => boolean
}

const atMost = (read: unknown, sent: unknown): boolean => Number(sent) <= Number(read)
const atLeast = (read: unknown, sent: unknown): boolean => Number(sent) >= Number(read)

function includesAll(read: unknown, sent: unknown): boolean {
  const values = [read].flat()
  return [sent]
    .flat()
    .every((value) => values.includes(value) || (value === 'integer' && values.includes('number')))
}

/** The keywords that constrain values of one type, or whose values have an order. Others must be equal. */
const RULES: Readonly<Record<string, Rule>> = {
  type: { includes: includesAll },
  enum: { includes: includesAll },
  pattern: { type: 'string' },
  format: { type: 'string' },
  maxLength: { type: 'string', includes: atMost },
  minLength: { type: 'string', includes: atLeast },
  maximum: { type: 'integer', includes: atMost },
  minimum: { type: 'integer', includes: atLeast },
  maxItems: { type: 'array', includes: atMost },
  minItems: { type: 'array', includes: atLeast },
  items: { type: 'array' },
}

const ANNOTATIONS = ['title', 'description', 'example', 'examples', 'deprecated', 'readOnly', '$comment']
/** Those that `compareMembers()` compares. */
const OF_MEMBERS = ['properties', 'required', 'additionalProperties']

function keywordsOf({ allOf = [], ...own }: Schema): Keywords {
  const constraints = Object.entries(own)
    .filter(([keyword]) => !ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'))
    .map(([keyword, value]) => [keyword, [value]] as const)
  return merged([...constraints, ...(allOf as Schema[]).flatMap((schema) => [...keywordsOf(schema)])])
}

function merged(entries: Iterable<readonly [string, readonly unknown[]]>): Keywords {
  const keywords = new Map<string, readonly unknown[]>()
  for (const [name, values] of entries) keywords.set(name, [...(keywords.get(name) ?? []), ...values])
  return keywords
}

const valuesOf = <Value>(keywords: Keywords, name: string): Value[] => (keywords.get(name) ?? []) as Value[]

/** The members that a schema describes. One that is described several times conforms to all descriptions. */
function membersOf(keywords: Keywords): Map<string, Schema> {
  const members = new Map<string, Schema>()
  for (const [name, schema] of valuesOf<Record<string, Schema>>(keywords, 'properties').flatMap((each) =>
    Object.entries(each),
  ))
    members.set(name, { allOf: [members.get(name) ?? {}, schema] })
  return members
}

const isClosed = (keywords: Keywords): boolean =>
  valuesOf<unknown>(keywords, 'additionalProperties').includes(false)

const accepts = (keywords: Keywords, type: string): boolean =>
  valuesOf<string | string[]>(keywords, 'type').every((types) => [types].flat().includes(type))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
