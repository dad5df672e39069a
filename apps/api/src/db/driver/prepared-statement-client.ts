import { CloseOnErrorClient } from './close-on-error-client.ts'

/** How many different statements get a name. The API has fewer; the bound is there for whatever comes later. */
const MAX_NAMES = 500

const names = new Map<string, string>()

/**
 * A client that names every statement with parameters, so that the server parses and plans it once for each
 * connection. Kysely passes the text and the values and no name.
 */
export class PreparedStatementClient extends CloseOnErrorClient {
  /** The same text has the same name in every connection; undefined once all names are given out. */
  protected override statementName(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMES) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}
