import type { Pool, PoolClient } from 'pg'

/** More connections do not increase the throughput of reads. */
const MAX_PIPELINED_CONNECTIONS = 4

/**
 * A connection of the pool that several statements use at the same time. It is taken from the pool by the first of them,
 * and returned after the last one. If it is lost, all of them fail.
 */
class PipelinedConnection {
  activeStatements = 0
  readonly #pool: Pool
  #client: Promise<PoolClient> | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** @param atOnce whether the statement is sent without waiting for others that it can share a system call with */
  async execute(text: string, parameters: readonly unknown[], atOnce: boolean): Promise<unknown[]> {
    this.activeStatements += 1
    const opening = (this.#client ??= this.#pool.connect())
    let client: PoolClient | undefined
    try {
      client = await opening
      if (!atOnce) sendTogether(client)
      return (await client.query<object>(text, parameters as unknown[])).rows
    } finally {
      this.activeStatements -= 1
      if (this.activeStatements === 0) {
        this.#client = undefined
        // The pool discards a client whose connection is closed.
        client?.release()
      }
    }
  }
}

/**
 * Delays what is written to a connection until the requests that have arrived by now are handled, so that their statements
 * share one system call.
 */
function sendTogether(client: PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => {
    stream.uncork()
  })
}

/**
 * Executes statements on up to half of the connections of a pool, each before the responses to earlier ones have arrived.
 * Statements then do not wait for a free connection, and several of them share one system call. Only for statements that
 * read, take no lock and are fast: the statements behind them on the same connection wait for them.
 */
export class Pipeline {
  /** Includes idle ones: a Set that changes with each request would leave garbage that V8 collects late. */
  readonly #connections: readonly PipelinedConnection[]

  constructor(pool: Pool) {
    const count = Math.max(1, Math.min(MAX_PIPELINED_CONNECTIONS, Math.floor(pool.options.max / 2)))
    this.#connections = Array.from({ length: count }, () => new PipelinedConnection(pool))
  }

  /** Executes a statement on the connection with the fewest active statements; at once if there are no others. */
  execute(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const [first, ...others] = this.#connections as [PipelinedConnection, ...PipelinedConnection[]]
    let chosen = first
    let active = first.activeStatements
    for (const connection of others) {
      active += connection.activeStatements
      if (connection.activeStatements < chosen.activeStatements) chosen = connection
    }
    return chosen.execute(text, parameters, active === 0)
  }
}
