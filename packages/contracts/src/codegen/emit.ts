import { VALUE_TYPES } from '../schema/keywords/value-types.ts'
import { countEvaluation, LimitError, MAX_DEPTH } from '../schema/evaluation/limits.ts'
import type {
  ConditionalConstraint,
  MembersConstraint,
  MemberSchema,
  SchemaNode,
  ValueTest,
  ValueTypes,
} from '../schema/types.ts'
import type { FunctionBuilder } from './function-builder.ts'
import type { InlinePlan } from './inline-plan.ts'
import { fromFirst, fromPrevious, type MemberDispatch } from './member-dispatch.ts'

/** The value that a piece of generated code validates. All members are JavaScript code. */
interface Target {
  /** An identifier. */
  readonly value: string
  /** An expression: the number of levels between the artifact's root and the value. */
  readonly depth: string
  /** A statement that ends the validation, for example `return false`. */
  readonly exit: string
}

/** Compiles the constraints of schemas to JavaScript. */
export class Emitter {
  readonly #builder: FunctionBuilder
  readonly #plan: InlinePlan
  readonly #fewShapes: ReadonlySet<SchemaNode>
  readonly #validators = new Map<SchemaNode, string>()

  /** @param fewShapes the schemas whose objects have few shapes, see {@link ShapeCensus} */
  constructor(builder: FunctionBuilder, plan: InlinePlan, fewShapes: ReadonlySet<SchemaNode>) {
    this.#builder = builder
    this.#plan = plan
    this.#fewShapes = fewShapes
  }

  /** Returns the name of a function `(value, depth)` that returns whether the value is valid. */
  validator(node: SchemaNode): string {
    let name = this.#validators.get(node)
    if (name === undefined) {
      this.#validators.set(node, (name = this.#builder.uniqueName()))
      const body = this.#schema(node, { value: 'value', depth: 'depth', exit: 'return false' })
      this.#builder.addFunction(`function ${name}(value, depth) {${body}return true}`)
    }
    return name
  }

  #subschema(node: SchemaNode, target: Target): string {
    if (!this.#plan.notInlined.has(node)) return this.#schema(node, target)
    const { value, depth, exit } = target
    return `if (!${this.validator(node)}(${value}, ${depth})) ${exit};`
  }

  #schema(node: SchemaNode, target: Target): string {
    const { tests, members, items, reference, conditional } = node.constraints
    const dispatch = this.#fewShapes.has(node) ? fromPrevious : fromFirst
    const knownType = tests.find(({ impliesType }) => impliesType)?.impliesType
    return [
      this.#depthCheck(target),
      ...tests.map((test) => this.#test(test, target, knownType)),
      members && this.#guarded('object', knownType, target, this.#members(members, dispatch, target)),
      items && this.#guarded('array', knownType, target, this.#items(items, target)),
      reference && this.#counter() + this.#subschema(reference, target),
      conditional && this.#counter() + this.#conditional(conditional, target),
    ].join('')
  }

  /** Returns the code, executed only for values of a type. `knownType` is the type that the value is known to have. */
  #guarded(
    type: 'object' | 'array',
    knownType: keyof ValueTypes | undefined,
    { value }: Target,
    code: string,
  ): string {
    if (type === knownType) return `{${code}}`
    return `if (${VALUE_TYPES[type].emit(value, this.#builder.bind)}) {${code}}`
  }

  #counter(): string {
    return `${this.#builder.bind(countEvaluation)}();`
  }

  /** Only a recursive or very deep schema needs it. */
  #depthCheck({ depth }: Target): string {
    if (this.#plan.maxDepth <= MAX_DEPTH) return ''
    return `if (${depth} > ${MAX_DEPTH}) throw new ${this.#builder.bind(LimitError)}("depth");`
  }

  #test(test: ValueTest, { value, exit }: Target, knownType: keyof ValueTypes | undefined): string {
    const needsGuard = test.appliesTo !== 'any' && test.appliesTo !== knownType
    const { bind } = this.#builder
    const guard = needsGuard ? `${VALUE_TYPES[test.appliesTo].emit(value, bind)} && ` : ''
    return `if (${guard}!(${test.emit(value, bind)})) ${exit};`
  }

  /** One `for…in` loop over the members. */
  #members(
    { required, properties, additionalProperties }: MembersConstraint,
    dispatch: MemberDispatch,
    { value, depth, exit }: Target,
  ): string {
    const name = this.#builder.uniqueName()
    const member = this.#builder.uniqueName()
    const count = this.#builder.uniqueName()
    const variables = { value, name, member, next: this.#builder.uniqueName() }
    const isRequired = new Set(required)
    const branch = (schema: MemberSchema): string => {
      if (schema === true) return ''
      return schema === false
        ? `${exit};`
        : this.#subschema(schema, { value: member, depth: `${depth} + 1`, exit })
    }
    const others = branch(additionalProperties)
    const known = Array.from(new Set([...properties.keys(), ...required]), (each) => {
      const schema = properties.get(each)
      const code = schema === undefined ? others : branch(schema)
      return [JSON.stringify(each), code + (isRequired.has(each) ? `${count}++;` : '')] as const
    })
    // oxlint-disable-next-line typescript/unbound-method -- the generated code calls it with `.call`
    const hasOwn = this.#builder.bind(Object.prototype.hasOwnProperty)
    return (
      (isRequired.size > 0 ? `let ${count} = 0;` : '') +
      dispatch.before(variables) +
      `for (const ${name} in ${value}) {` +
      `if (!${hasOwn}.call(${value}, ${name})) continue;` +
      `${dispatch.each(variables, known, others)}}` +
      (isRequired.size > 0 ? `if (${count} !== ${isRequired.size}) ${exit};` : '')
    )
  }

  #items(each: SchemaNode, { value, depth, exit }: Target): string {
    const item = this.#builder.uniqueName()
    const index = this.#builder.uniqueName()
    return (
      `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {` +
      `const ${item} = ${value}[${index}];` +
      `${this.#subschema(each, { value: item, depth: `${depth} + 1`, exit })}}`
    )
  }

  #conditional(constraint: ConditionalConstraint, target: Target): string {
    const label = this.#builder.uniqueName()
    const condition = this.#subschema(constraint.if, { ...target, exit: `break ${label}` })
    return `${label}: {${condition}${this.#subschema(constraint.then, target)}}`
  }
}
