import { isUnfinished, isUnpackable } from './message.ts'
import type { Operation } from './operations.ts'
import type { Pair } from './queries.ts'
import type { Body, Caller } from './steps.ts'

/** A query as a server has to read it; undefined where an escape encodes nothing. */
export function decoded(query: readonly Pair[]): Pair[] | undefined {
  try {
    return query.map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)])
  } catch {
    return undefined
  }
}

/** 401 or 403 where the caller may not do this; it comes before everything else. */
export function refusalOf(caller: Caller, { scope }: Operation): 401 | 403 | undefined {
  if (caller === 'nobody' || caller === 'stranger') return 401
  if (caller === 'both') return undefined
  return scope === (caller === 'reader' ? 'workbench:read' : 'workbench:write') ? undefined : 403
}

/** Whether a query is what the description wants, by an independent validator. */
export function isQueryValid(query: readonly Pair[], { query: parameters }: Operation): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return (
    query.every(([name]) => names.has(name)) &&
    parameters.every(({ name, schema, isValid }) => {
      const values = query.filter(([known]) => known === name).map(([, value]) => value)
      if (values.length === 0) return true
      if (schema['type'] === 'array') return isValid(values)
      if (values.length > 1) return false
      return isValid(schema['type'] === 'integer' ? integerOf(values[0] ?? '') : values[0])
    })
  )
}

const integerOf = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text)

/** Whether a header is what the description wants, by an independent validator. */
export function isHeaderValid(value: string, name: string, { headers }: Operation): boolean {
  const parameter = headers.find((known) => known.name === name)
  // HTTP has no blanks at the ends of a value.
  return parameter?.isValid(value.replaceAll(/^[ \t]+|[ \t]+$/g, '')) ?? true
}

/** The media types that the description has for a body; a charset is UTF-8. */
const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)?$/i

/** The statuses of what is wrong with a body; empty when nothing is. */
export function bodyFaults(body: Body, operation: Operation): number[] {
  if (operation.body === undefined) return []
  const isEmpty = body.text === '' && (body.packing === 'plain' || body.packing === 'identity')
  return [
    ...(JSON_TYPE.test(body.mediaType ?? '') || (isEmpty && body.framing === 'length') ? [] : [415]),
    ...(body.packing === 'unknown' ? [415] : []),
    ...(body.packing === 'too large' || body.packing === 'bomb' ? [413] : []),
    ...(isUnfinished(body) ? [408] : []),
    ...(isUnpackable(body) && isContentValid(body.text, operation) ? [] : [400]),
  ]
}

function isContentValid(text: string, { body }: Operation): boolean {
  try {
    return body?.isValid(JSON.parse(text)) === true
  } catch {
    return false
  }
}

const ACCEPTING = /(?:application\/(?:json|\*)|\*\/\*)(?! *; *q=0$)/i

/** Whether an Accept header excludes what the operation answers with. */
export const isExcluded = (accept: string | undefined, { statuses }: Operation): boolean =>
  accept !== undefined && statuses.has(406) && !ACCEPTING.test(accept)
