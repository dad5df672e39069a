import { isArray, type JsonObject } from '../json.ts'
import { type Pointer, segments, token } from '../pointer.ts'
import { constraintSetOf } from './evaluation/constraint-set.ts'
import { interpret } from './evaluation/interpreter.ts'
import type { Constraint, ConstraintSet, IsValid, SchemaNode } from './types.ts'

/** A schema object during compilation. It exists before its keywords are compiled, so that schemas can be recursive. */
export class MutableSchemaNode implements SchemaNode {
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  readonly schemaPath: string
  readonly keywordConstraints: Constraint[] = []
  #constraints: ConstraintSet | undefined
  readonly #nodes: ReadonlyMap<Pointer, MutableSchemaNode>

  /** @param nodes all schemas of the file. */
  constructor(
    schema: JsonObject,
    file: string,
    pointer: Pointer,
    nodes: ReadonlyMap<Pointer, MutableSchemaNode>,
  ) {
    this.schema = schema
    this.file = file
    this.pointer = pointer
    this.schemaPath = `${file}#${pointer}`
    this.#nodes = nodes
  }

  /** The first call replaces the function by one of the keywords, which may not have been compiled before. */
  isValid: IsValid = (value, depth) => {
    this.isValid = interpret(this.constraints)
    return this.isValid(value, depth)
  }

  get constraints(): ConstraintSet {
    return (this.#constraints ??= constraintSetOf(this.keywordConstraints))
  }

  get reference(): SchemaNode | undefined {
    return this.constraints.references[0]?.node
  }

  get container(): SchemaNode | undefined {
    const [pointer, name] = this.pointer.split(/\/properties\/([^/]*)$/)
    return name === undefined ? undefined : this.#nodes.get(pointer ?? '')
  }

  get isOptionalMember(): boolean {
    const required = this.container?.schema['required']
    const name = segments(this.pointer).at(-1)
    return this.container !== undefined && !(isArray(required) && required.includes(name))
  }

  subschema(...segments: readonly string[]): MutableSchemaNode | undefined {
    return this.#nodes.get(this.pointer + segments.map(token).join(''))
  }
}
