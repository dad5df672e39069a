import { CloseOnErrorClient } from './close-on-error-client.ts'

/** Each connection keeps its prepared statements until it is closed, so their number is limited. */
const MAX_PREPARED_STATEMENTS = 500

const names = new Map<string, string>()

/**
 * A client that prepares every statement with parameters, so that PostgreSQL parses it once for each connection. Kysely
 * does not name its statements, and the driver prepares only those with a name.
 */
export class PreparedStatementClient extends CloseOnErrorClient {
  protected override statementName(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}
