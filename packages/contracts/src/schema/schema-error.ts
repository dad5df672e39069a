import { escapeText, type Pointer } from '@workbench/json-text'
import { SharedError } from '../errors/shared-error.ts'

/** A reason why a schema file cannot be used. */
export interface SchemaProblem {
  /** The name of the schema's file, or its `$id` if it has no file. */
  readonly file: string
  /** JSON Pointer to the location in the schema. */
  readonly pointer: Pointer
  /** The keyword that is unsupported or malformed. Absent if the problem concerns the whole file. */
  readonly keyword?: string
  readonly message: string
}

/** Thrown for a schema that cannot be used; lists all problems of it and of the schemas that it refers to. */
export class SchemaError extends SharedError {
  override readonly name = 'SchemaError'
  readonly problems: readonly SchemaProblem[]

  constructor(problems: readonly SchemaProblem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

/** Formats a problem on one line, for example `finding.v1.schema.json#/properties/id/minLength: keyword "minLength" is not supported; …` */
export const formatProblem = ({ file, pointer, message }: SchemaProblem): string =>
  escapeText(`${file}${pointer === '' ? '' : `#${pointer}`}: ${message}`)
