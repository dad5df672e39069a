import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely'

import { runWithRetry } from './retry.ts'
import type { Database } from '../schema.ts'
import { pipelined } from '../driver/pipelining.ts'

/** What Kysely can compile: a query of its builder, or one of `sql`. */
interface Compilable<Row> {
  compile: (provider: QueryExecutorProvider) => CompiledQuery<Row>
}

/** A statement that is compiled once for each shape, and then only given its values. */
export interface CompiledStatement<Values, Shape, Row> {
  execute: (db: Kysely<Database>, values: Values, shape: Shape) => Promise<Row[]>
  /** The statement as Kysely makes it of the values, compiled anew. */
  compile: (values: Values, shape: Shape) => CompiledQuery<Row>
}

/** Whether a value goes there, and which, is known when the statement runs. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** How many shapes are remembered. The sort orders that a client can ask for have no end. */
const MAX_VARIANTS = 500

/** Compiles, and runs nothing. */
export const compiler = new Kysely<Database>({
  dialect: new (class extends PostgresDialect {
    override createDriver(): DummyDriver {
      return new DummyDriver()
    }
  })({ pool: () => Promise.reject(new Error('The compiler runs no statement')) }),
})

/**
 * A statement that `build` makes of its values, and of a shape where its text hangs on more. Kysely takes longer to
 * compile a query than the rest of this server takes to answer a request, so `build` is called with placeholders,
 * once for each shape. It may put the values into the statement, and do nothing else with them.
 *
 * `canPipeline` tells of which shapes it only reads, along an index, and so may share a connection with others.
 */
export function compileOnce<Values extends object, Row, Shape = undefined>(
  build: (values: Values, shape: Shape) => Compilable<Row>,
  canPipeline: (shape: Shape) => boolean = () => false,
): CompiledStatement<Values, Shape, Row> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  const compile = (values: Values, shape: Shape): CompiledQuery<Row> => build(values, shape).compile(compiler)
  const compiledFor = (shape: Shape): CompiledQuery<Row> => {
    const key = shape === undefined ? '' : JSON.stringify(shape)
    const known = compiled.get(key)
    if (known !== undefined) return known
    const query = compile(placeholders as Values, shape)
    if (compiled.size < MAX_VARIANTS) compiled.set(key, query)
    return query
  }
  return {
    compile,
    async execute(db, values, shape) {
      const query = fill(compiledFor(shape), values as Record<string, unknown>)
      const connections = canPipeline(shape) ? pipelined(db) : db
      const { rows } = await runWithRetry(db, () => connections.executeQuery(query))
      return rows
    },
  }
}

/** Has a placeholder for every name, but no list of the names. */
const placeholders = new Proxy(
  {},
  {
    get: (_target, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new TypeError('A statement takes its values by name, one by one')
    },
  },
)

function fill<Row>(query: CompiledQuery<Row>, values: Record<string, unknown>): CompiledQuery<Row> {
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  )
  return { ...query, parameters }
}
