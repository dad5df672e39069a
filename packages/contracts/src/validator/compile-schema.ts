import { isArray, isObject, isString } from '@workbench/json-text'
import { compile, type SchemaSource } from '../schema/compile.ts'
import { createValidator, type Validator, type ValidatorOptions } from './validator.ts'

export interface CompileOptions extends ValidatorOptions {
  /** The schemas that `$ref` can refer to: an object by the name before `#`, or a list in which each has an `$id`. */
  readonly schemas?: Readonly<Record<string, unknown>> | readonly unknown[]
}

/**
 * Creates a validator from any schema in the supported subset of JSON Schema 2020-12.
 * The schema must not be changed afterwards.
 * @throws {SchemaError} with everything in the schemas that is unsupported, malformed, or an unresolved reference.
 * @throws {TypeError} if a schema in a list of `schemas` has no `$id`.
 * @throws {RangeError} if `maxViolations` is not an integer of at least 1.
 */
export function compileSchema<T = unknown>(schema: unknown, options: CompileOptions = {}): Validator<T> {
  const { schemas = {} } = options
  const id = idOf(schema)
  const root: Source = { file: id ?? 'schema', schema }
  const sources = new Map<string, Source>()
  if (id !== undefined) register(root, id)
  for (const [key, other] of isArray(schemas) ? schemas.map(withId) : Object.entries(schemas)) {
    register(other === schema ? root : { file: key, schema: other }, key)
  }
  const find = (reference: string) => sources.get(resolve(reference, id)) ?? sources.get(reference)
  const findSchema = (reference: string) => find(reference)?.schema
  return createValidator<T>(compile(root, find), options, { findSchema })

  /** Registers a schema by its key, its `$id`, and the last segment of its `$id`, unless the name is taken. */
  function register(source: Source, key: string): void {
    const uri = idOf(source.schema) ?? key
    for (const name of [key, uri, uri.slice(uri.lastIndexOf('/') + 1)]) {
      if (!sources.has(name)) sources.set(name, source)
    }
  }
}

type Source = Extract<SchemaSource, { readonly schema: unknown }>

const idOf = (schema: unknown): string | undefined =>
  isObject(schema) && isString(schema['$id']) && schema['$id'] !== '' ? schema['$id'] : undefined

function withId(schema: unknown): readonly [string, unknown] {
  const id = idOf(schema)
  if (id === undefined)
    throw new TypeError(
      'Expected an "$id" in each schema of the list; add it, or pass an object with their names',
    )
  return [id, schema]
}

/** Resolves a reference against the `$id` of the schema, if that is a URL. */
function resolve(reference: string, base: string | undefined): string {
  return base !== undefined && URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
