import { ImpatientClient } from './client.ts'

/** How many different statements get a name. The API has fewer; the bound is there for whatever comes later. */
const MAX_NAMES = 500

const names = new Map<string, string>()

/**
 * A client that names every statement with parameters, so that the server parses and plans it once for each
 * connection. Kysely passes the text and the values and no name.
 */
export class NamingClient extends ImpatientClient {
  // The overloads of `query` are for its callers; this one passes on whatever it does not name.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const query = super.query.bind(this)
    return name === undefined ? query(...args) : query({ name, text, values: values as unknown[] }, ...rest)
  }
}

/** The same text has the same name in every connection; undefined once all names are given out. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
