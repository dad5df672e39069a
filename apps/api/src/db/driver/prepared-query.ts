import pg from 'pg'

type Callback = (error: Error | undefined, result: pg.QueryResult) => void

/** How the driver reads the rows of a statement: the part of its result that depends on the columns. */
interface RowFormat {
  fields: readonly object[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** What `pg.Query` has, but its types leave out. */
interface DriverQuery {
  _result: RowFormat
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleRowDescription(message: object): void
}

type DriverQueryClass = new (text: string, values: unknown[], callback: Callback) => DriverQuery

/** The prepared statements of a connection. */
interface Prepared {
  formats: Map<string, RowFormat>
  /** The connection without the message that requests the columns of a statement. */
  withoutDescribe: pg.Connection
}

const preparedStatements = new WeakMap<pg.Connection, Prepared>()

/**
 * A query with an optional statement name. `pg.Query` takes a name only in a config object, which it copies slowly.
 *
 * The driver requests the columns at each execution of a prepared statement. This class requests them once for each
 * connection: PostgreSQL fails a prepared statement whose columns have changed.
 */
export class PreparedQuery extends (pg.Query as unknown as DriverQueryClass) {
  readonly name: string | undefined
  #formats: Map<string, RowFormat> | undefined

  constructor(text: string, values: unknown[], name: string | undefined, callback: Callback) {
    super(text, values, callback)
    this.name = name
  }

  override prepare(connection: pg.Connection): void {
    const { formats, withoutDescribe } = preparedOf(connection)
    const format = this.name === undefined ? undefined : formats.get(this.name)
    if (format === undefined) {
      this.#formats = formats
      super.prepare(connection)
    } else {
      Object.assign(this._result, format)
      this._accumulateRows = true
      super.prepare(withoutDescribe)
    }
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name !== undefined)
      this.#formats?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

function preparedOf(connection: pg.Connection): Prepared {
  const known = preparedStatements.get(connection)
  if (known !== undefined) return known
  const withoutDescribe = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection
  const prepared = { formats: new Map<string, RowFormat>(), withoutDescribe }
  preparedStatements.set(connection, prepared)
  return prepared
}
