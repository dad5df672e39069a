import { type JsonObject, type Pointer, segments } from '@workbench/json-text'
import { constraintsOf } from './evaluation/constraints.ts'
import { interpret } from './evaluation/interpreter.ts'
import type { Constraints, IsValid, SchemaNode } from './types.ts'

const NONE = constraintsOf([])

/** A schema object during compilation. It exists before its keywords are compiled, so that schemas can be recursive. */
export class MutableSchemaNode implements SchemaNode {
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  readonly schemaPath: string
  readonly container: MutableSchemaNode | undefined
  constraints: Constraints = NONE

  constructor(
    schema: JsonObject,
    { file, pointer, container }: Pick<MutableSchemaNode, 'file' | 'pointer' | 'container'>,
  ) {
    this.schema = schema
    this.file = file
    this.pointer = pointer
    this.schemaPath = `${file}#${pointer}`
    this.container = container
  }

  /** The first call replaces the function by one of the keywords, which may not have been compiled before. */
  isValid: IsValid = (value, depth, evaluations) => {
    this.isValid = interpret(this.constraints)
    return this.isValid(value, depth, evaluations)
  }

  get isOptionalMember(): boolean {
    const name = segments(this.pointer).at(-1) ?? ''
    return this.container?.constraints.members?.required.includes(name) === false
  }
}
