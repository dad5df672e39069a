import pg from 'pg'

import { isConnectionUnusable } from '../errors/classify-error.ts'

import { SessionClient, type SessionConfig } from './session-client.ts'

/**
 * A client that closes its connection after an error that makes it unusable, such as a query timeout. Otherwise the
 * pool would use the connection for the next query, which would wait behind the unanswered one.
 *
 * The driver's own promise and `query_timeout` assign a function literal to a property of each query. V8 allocates such a
 * function in its old generation, and then keeps the rows until the next full collection. So this class passes a callback
 * and has its own timer.
 */
export class CloseOnErrorClient extends SessionClient {
  readonly #timeoutMs: number
  /** Why the connection was closed. A rollback after that would fail with another error, which hides it. */
  #cause: unknown

  constructor(config?: SessionConfig) {
    super(config)
    this.#timeoutMs = Number(this.connectionParameters.query_timeout)
    this.connectionParameters.query_timeout = 0
  }

  override async query(text: unknown, values?: unknown): Promise<never> {
    try {
      return await this.#execute(text as string, values as unknown[] | undefined)
    } catch (error) {
      // Its stack leads to the socket, and not to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!isConnectionUnusable(error)) throw error
      void this.end()
      throw (this.#cause ??= error)
    }
  }

  /** The name of the prepared statement for a text; undefined for one that is not prepared. */
  protected nameOf(_text: string): string | undefined {
    return undefined
  }

  #execute(text: string, values: unknown[] = []): Promise<never> {
    return new Promise((resolve, reject) => {
      const onTimeout = (): void => {
        reject(new Error('Query read timeout'))
        this.connection.stream.destroy()
      }
      const timer = this.#timeoutMs > 0 ? setTimeout(onTimeout, this.#timeoutMs) : undefined
      // Not an object with the text and the name: the driver copies it by its property descriptors, which takes long.
      const query = new pg.Query(text, values, (error: Error | undefined, result: unknown) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(result as never)
      })
      super.query(Object.assign(query, { name: values.length > 0 ? this.nameOf(text) : undefined }))
    })
  }
}

/** Each connection keeps its prepared statements until it is closed, so their number is limited. */
const MAX_PREPARED_STATEMENTS = 500

const names = new Map<string, string>()

/**
 * A client that prepares every statement with parameters, so that PostgreSQL parses it once for each connection. Kysely
 * does not name its statements, and the driver prepares only those with a name.
 */
export class PreparedStatementClient extends CloseOnErrorClient {
  protected override nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}
