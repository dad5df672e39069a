import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely'

import type { ExpectedVersions } from '../../domain/version.ts'
import type { Database } from '../schema.ts'
import type { Recorder, Store } from '../store.ts'

/** A query of Kysely's query builder, or one written with `sql`. */
interface Compilable<Row> {
  compile: (provider: QueryExecutorProvider) => CompiledQuery<Row>
}

/**
 * A statement whose text is compiled once for each variant and executed with different values.
 *
 * An object literal with values or a variant has its spread at the end: for one that adds members after a spread, V8
 * creates a hidden class each time, which takes longer than the rest of the execution.
 */
export interface CompiledStatement<Values, Variant, Row> {
  /** Executes the statement on the node with the bucket, if the values have one. */
  execute: (store: Store, values: Values, variant: Variant) => Promise<Row[]>
  /** Compiles the statement with the values themselves instead of placeholders, without the cache. For tests. */
  compile: (values: Values, variant: Variant) => CompiledQuery<Row>
}

/** Stands for a value in the parameters of a compiled query. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Clients choose the sort order, so the number of variants is unbounded; those beyond this limit are not cached. */
const MAX_VARIANTS = 500

/** A Kysely instance that builds and compiles queries, but has no connection to execute them. */
export const compiler = new Kysely<Database>({
  dialect: new (class extends PostgresDialect {
    override createDriver(): DummyDriver {
      return new DummyDriver()
    }
  })({ pool: () => Promise.reject(new Error('The compiler executes no statement')) }),
})

/**
 * Defines a statement. Compiling a query takes Kysely longer than everything else this server does for a request, so
 * `build` is called once for each variant, with placeholders instead of values. `build` must only insert the values
 * into the query as parameters: a decision that depends on a value belongs in the variant.
 *
 * @param canPipeline whether a variant reads, takes no lock and is fast, as in `Store.execute`
 * @param isWrite whether it is recorded in the change feed, by the recorder of its store
 */
export function compileOnce<Values extends object, Row, Variant = undefined>(
  build: (values: Values, variant: Variant, recorder: Recorder | undefined) => Compilable<Row>,
  canPipeline: (variant: Variant) => boolean = () => false,
  isWrite = false,
): CompiledStatement<Values, Variant, Row> {
  const cache = new Map<string, CompiledQuery<Row>>()
  const compile = (values: Values, variant: Variant, recorder?: Recorder): CompiledQuery<Row> =>
    build(values, variant, recorder).compile(compiler)
  const compiledVariant = (variant: Variant, recorder: Recorder | undefined): CompiledQuery<Row> => {
    const key = (recorder ? 'recorded ' : '') + (variant === undefined ? '' : JSON.stringify(variant))
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const query = compile(placeholders as Values, variant, recorder)
    if (cache.size < MAX_VARIANTS) cache.set(key, query)
    return query
  }
  return {
    compile,
    async execute(store, values, variant) {
      const query = withValues(
        compiledVariant(variant, isWrite ? store.recorder : undefined),
        values as Record<string, unknown>,
      )
      const { bucket } = values as { bucket?: number }
      return store.executing(bucket, isWrite).execute(query, canPipeline(variant))
    },
  }
}

/** How a statement compares the version of the locked row with a list. */
export type VersionCheck = ExpectedVersions['check'] | 'none'

/** Defines a write to a project or a task, which depends on how it compares the version. */
export const compileWrite = <Values extends object, Row>(
  build: (values: Values, check: VersionCheck, recorder: Recorder | undefined) => Compilable<Row>,
): CompiledStatement<Values, VersionCheck, Row> => compileOnce(build, undefined, true)

/** Returns a placeholder for every property name. The names cannot be listed, so `...values` throws. */
const placeholders = new Proxy(
  {},
  {
    get: (_target, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new TypeError('The values of a compiled statement cannot be spread; read each by its name')
    },
  },
)

function withValues<Row>(query: CompiledQuery<Row>, values: Record<string, unknown>): CompiledQuery<Row> {
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  )
  return { ...query, parameters }
}
