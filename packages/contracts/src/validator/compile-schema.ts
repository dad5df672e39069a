import { isArray, isObject, isString } from '../json.ts'
import { compile, type SchemaSource } from '../schema/compile.ts'
import { makeValidator, type Validator } from './validator.ts'

export interface CompileOptions {
  /**
   * The schemas that `$ref` may name: by the name that stands before `#`, or as a list in which each has an `$id`.
   */
  readonly schemas?: Readonly<Record<string, unknown>> | readonly unknown[]
}

/**
 * Makes a validator from any schema in the supported subset of JSON Schema 2020-12.
 * The schema must not be changed afterwards.
 * @throws {SchemaError} that lists every place that is not supported, is malformed, or refers to nothing.
 */
export function compileSchema<T = unknown>(
  schema: unknown,
  { schemas = {} }: CompileOptions = {},
): Validator<T> {
  const root = { file: nameOf(schema) ?? 'schema', schema }
  const sources = new Map<string, SchemaSource>()
  const entries = isArray(schemas)
    ? schemas.map((other) => [nameOf(other), other] as const)
    : Object.entries(schemas)
  for (const [name, other] of [[nameOf(schema), schema] as const, ...entries]) {
    const source = other === schema ? root : { file: name ?? nameOf(other) ?? 'schema', schema: other }
    for (const key of [name, idOf(other)])
      if (key !== undefined && !sources.has(key)) sources.set(key, source)
  }
  return makeValidator<T>(
    compile(root, (name) => sources.get(name) ?? sources.get(absolute(name, idOf(schema)))),
  )
}

const idOf = (schema: unknown): string | undefined =>
  isObject(schema) && isString(schema['$id']) ? schema['$id'] : undefined

/** The last segment of the `$id`: the file that it stands for. */
const nameOf = (schema: unknown): string | undefined => idOf(schema)?.split('/').at(-1)

/** A reference as an address, where the schema that it stands in has one. */
function absolute(reference: string, base: string | undefined): string {
  return base !== undefined && URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
