import type { Operation } from '../../openapi/operations.ts'

/** A query without characters that have to be decoded, except for the commas that the links of lists have. */
const SIMPLE_QUERY = /^\w+=[\w.,-]+(?:&\w+=[\w.,-]+)*$/
const INTEGER = /^\d{1,15}$/

type Value = string | number | string[]

/**
 * Parses a query string and converts its values to the types of the operation's parameters. Returns undefined for a query
 * that needs decoding, has an unknown or repeated parameter, or a malformed integer.
 */
export function parseSimpleQuery(
  encoded: string,
  { queryParameters, integerParameters, listParameters }: Operation,
): Record<string, Value> | undefined {
  const text = encoded.replaceAll('%2C', ',')
  if (!SIMPLE_QUERY.test(text)) return undefined
  const query: Record<string, Value> = {}
  for (const pair of text.split('&')) {
    const end = pair.indexOf('=')
    const [name, value] = [pair.slice(0, end), pair.slice(end + 1)]
    const previous = query[name]
    if (!queryParameters.has(name)) return undefined
    if (Array.isArray(previous)) previous.push(value)
    else if (previous !== undefined) return undefined
    else if (listParameters.has(name)) query[name] = [value]
    else if (!integerParameters.has(name)) query[name] = value
    else if (INTEGER.test(value)) query[name] = Number(value)
    else return undefined
  }
  return query
}
