import type { Pointer } from '../pointer.ts'

/** Something in a schema file that keeps it from being used. */
export interface SchemaProblem {
  /** The schema's file, or its `$id` where it has no file. */
  readonly file: string
  /** JSON Pointer of the place in the schema. */
  readonly pointer: Pointer
  /** The keyword that is not supported or not well formed. Absent where the file as a whole is at fault. */
  readonly keyword?: string
  readonly message: string
}

/** A schema that cannot be used, with everything that is wrong with it and with the schemas that it refers to. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly problems: readonly SchemaProblem[]

  constructor(problems: readonly SchemaProblem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

/** `finding.v1.schema.json#/properties/id/minLength: keyword "minLength" is not supported; …` */
export const formatProblem = ({ file, pointer, message }: SchemaProblem): string =>
  `${file}${pointer === '' ? '' : `#${pointer}`}: ${message}`
