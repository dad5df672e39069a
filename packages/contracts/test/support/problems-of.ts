import { compileSchema, type CompileOptions, SchemaError, type SchemaProblem } from '@workbench/contracts'

/** The problems for which compileSchema() rejects a schema; none if it accepts the schema. */
export function problemsOf(schema: unknown, options?: CompileOptions): readonly SchemaProblem[] {
  try {
    compileSchema(schema, options)
  } catch (error) {
    if (error instanceof SchemaError) return error.problems
    throw error
  }
  return []
}
