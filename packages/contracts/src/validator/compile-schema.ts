import { isArray, isObject, isString } from '../json.ts'
import { compile, type SchemaSource } from '../schema/compile.ts'
import { createValidator, type Validator, type ValidatorOptions } from './validator.ts'

export interface CompileOptions extends ValidatorOptions {
  /**
   * The schemas that `$ref` may name: by the name that stands before `#`, or as a list in which each has an `$id`.
   */
  readonly schemas?: Readonly<Record<string, unknown>> | readonly unknown[]
}

/**
 * Makes a validator from any schema in the supported subset of JSON Schema 2020-12.
 * The schema must not be changed afterwards.
 * @throws {SchemaError} that lists every place that is not supported, is malformed, or refers to nothing.
 * @throws {TypeError} where a schema in a list of `schemas` has no `$id`.
 */
export function compileSchema<T = unknown>(
  schema: unknown,
  { schemas = {}, ...options }: CompileOptions = {},
): Validator<T> {
  const id = idOf(schema)
  const root: SchemaSource = { file: id ?? 'schema', schema }
  const sources = new Map<string, SchemaSource>()
  if (id !== undefined) name(root, id)
  for (const [key, other] of isArray(schemas) ? schemas.map(withId) : Object.entries(schemas)) {
    name(other === schema ? root : { file: key, schema: other }, key)
  }
  return createValidator<T>(
    compile(root, (reference) => sources.get(absolute(reference, id)) ?? sources.get(reference)),
    options,
  )

  /** A schema goes by its key, its `$id`, and the last segment of that; who comes first keeps the name. */
  function name(source: SchemaSource & { readonly schema: unknown }, key: string): void {
    const address = idOf(source.schema) ?? key
    for (const name of [key, address, address.slice(address.lastIndexOf('/') + 1)]) {
      if (!sources.has(name)) sources.set(name, source)
    }
  }
}

const idOf = (schema: unknown): string | undefined =>
  isObject(schema) && isString(schema['$id']) && schema['$id'] !== '' ? schema['$id'] : undefined

function withId(schema: unknown): readonly [string, unknown] {
  const id = idOf(schema)
  if (id === undefined)
    throw new TypeError('Each schema in a list needs an "$id"; or give an object with their names')
  return [id, schema]
}

/** A reference as an address, where the schema that it stands in has one. */
function absolute(reference: string, base: string | undefined): string {
  return base !== undefined && URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
