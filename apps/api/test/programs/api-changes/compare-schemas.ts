import type { Schema } from './description.ts'
import { type Constraints, LIMITS, mergeSchema } from './merge-schema.ts'

/** The reader of a value: a server rejects unknown members, clients ignore them. */
type Reader = 'server' | 'client'

/**
 * The reasons why a value that `sent` accepts may be rejected by `read`, each with its location. Empty: every such value is
 * accepted. A change that this function does not understand is a reason, too.
 */
export function findRejections(
  read: readonly Schema[],
  sent: readonly Schema[],
  reader: Reader,
  location: string,
): string[] {
  const [to, from] = [mergeSchema(...read), mergeSchema(...sent)]
  const [alternatives] = from.alternatives
  if (alternatives !== undefined && JSON.stringify(to.alternatives) !== JSON.stringify(from.alternatives)) {
    return [
      ...new Set(
        alternatives.flatMap((alternative) =>
          findRejections(read, [...withoutAnyOf(sent), alternative], reader, location),
        ),
      ),
    ]
  }
  return [
    ...findInAlternatives(to, from, sent, reader, location),
    ...findInValues(to, from, location),
    ...findInMembers(to, from, reader, location),
    ...(to.items.length > 0 && accepts(from, 'array')
      ? findRejections(to.items, from.items, reader, `${location}[]`)
      : []),
  ]
}

function findInAlternatives(
  to: Constraints,
  from: Constraints,
  sent: readonly Schema[],
  reader: Reader,
  location: string,
): string[] {
  const unchanged = new Set(from.alternatives.map((list) => JSON.stringify(list)))
  return to.alternatives
    .filter((list) => !unchanged.has(JSON.stringify(list)))
    .flatMap((list) => {
      const reasons = list.map((alternative) => findRejections([alternative], sent, reader, location))
      return reasons.some(({ length }) => length === 0) ? [] : (reasons[0] ?? [`${location}: no alternative`])
    })
}

function withoutAnyOf(schemas: readonly Schema[]): Schema[] {
  return schemas.map(({ anyOf: _, ...schema }) => ({
    ...schema,
    ...('allOf' in schema && { allOf: withoutAnyOf(schema['allOf'] as Schema[]) }),
  }))
}

function findInValues(to: Constraints, from: Constraints, location: string): string[] {
  const rejections: string[] = []
  const report = (keyword: string, before: string, after: string) =>
    rejections.push(`${location}: ${keyword} ${before} does not fit into ${after}`)

  if (to.types !== undefined && typesOf(from).some((type) => to.types?.has(type) !== true)) {
    report('type', listOf(from.types), listOf(to.types))
  }
  const { values } = to
  if (
    values !== undefined &&
    (from.values === undefined || [...from.values].some((value) => !values.has(value)))
  ) {
    report('enum', listOf(from.values), listOf(values))
  }
  for (const [keyword, limit] of to.limits) {
    const before = from.limits.get(keyword)
    const fits = before !== undefined && (LIMITS.get(keyword) === true ? before <= limit : before >= limit)
    if (!fits && from.values === undefined && accepts(from, typeOfLimit(keyword)))
      report(keyword, String(before ?? ANYTHING), String(limit))
  }
  if (accepts(from, 'string')) {
    const patterns = [...to.patterns].filter((pattern) => !from.patterns.has(pattern))
    const checked = from.values === undefined ? patterns : rejectedBy(patterns, from.values)
    rejections.push(...checked.map((pattern) => `${location}: pattern ${pattern} is new`))
    const formats = [...to.formats].filter((format) => !from.formats.has(format))
    rejections.push(...formats.map((format) => `${location}: format ${format} is new`))
  }
  for (const [keyword, text] of to.others) {
    if (from.others.get(keyword) !== text) report(keyword, from.others.get(keyword) ?? ANYTHING, text)
  }
  const [before, after] = [[...from.defaults].join(), [...to.defaults].join()]
  if (before !== '' && after !== '' && before !== after) report('default', before, after)
  return rejections
}

/** The patterns that one of the values does not match. */
function rejectedBy(patterns: readonly string[], values: ReadonlySet<string>): string[] {
  const strings = [...values]
    .map((text) => JSON.parse(text) as unknown)
    .filter((value) => typeof value === 'string')
  return patterns.filter((pattern) => !strings.every((value) => new RegExp(pattern, 'u').test(value)))
}

function findInMembers(to: Constraints, from: Constraints, reader: Reader, location: string): string[] {
  if (!accepts(from, 'object')) return []
  const missing = [...to.required].filter((name) => !from.required.has(name))
  const rejections = missing.map((name) => `${location}: member ${name} is required, but may be absent`)
  for (const [name, schemas] of to.properties) {
    const before = from.properties.get(name)
    if (before === undefined && (from.closed || missing.includes(name))) continue
    if (before === undefined)
      rejections.push(`${location}: member ${name} is not described on the other side`)
    else rejections.push(...findRejections(schemas, before, reader, `${location}.${name}`))
  }
  if (reader === 'client' || !to.closed) return rejections
  if (!from.closed) rejections.push(`${location}: other members are no longer accepted`)
  const unknown = [...from.properties.keys()].filter((name) => !to.properties.has(name))
  return [...rejections, ...unknown.map((name) => `${location}: member ${name} is no longer accepted`)]
}

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']

function typesOf({ types, values }: Constraints): string[] {
  if (values === undefined) return types === undefined ? TYPES : [...types]
  return [...values].flatMap((text) => {
    const type = typeOf(JSON.parse(text))
    return types === undefined || types.has(type) ? [type] : []
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const accepts = (constraints: Constraints, type: string): boolean => typesOf(constraints).includes(type)

function typeOfLimit(keyword: string): string {
  if (keyword.endsWith('Length')) return 'string'
  if (keyword.endsWith('Items')) return 'array'
  return keyword.endsWith('Properties') ? 'object' : 'integer'
}

const ANYTHING = 'anything'

const listOf = (texts: Iterable<string> | undefined): string =>
  texts === undefined ? ANYTHING : `[${[...texts].join(', ')}]`
