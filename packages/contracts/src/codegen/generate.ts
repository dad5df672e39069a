import { VALUE_TYPES } from '../schema/keywords/value-types.ts'
import { LimitError, MAX_DEPTH } from '../schema/evaluation/limits.ts'
import type {
  ConditionalConstraint,
  IsValid,
  MembersConstraint,
  MemberSchema,
  SchemaNode,
  ValueTypes,
} from '../schema/types.ts'
import { FunctionBuilder } from './function-builder.ts'
import { planInlining } from './inline-plan.ts'
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

const COUNT = 'evaluations.add();'

/**
 * Compiles a schema to a JavaScript function that returns the same results as the interpreter.
 * @param fewShapes the schemas whose objects have few shapes, for which faster code is generated
 * @throws {EvalError} if the runtime forbids code generation.
 */
export function generate(root: SchemaNode, fewShapes: ReadonlySet<SchemaNode>): IsValid {
  const builder = new FunctionBuilder()
  const plan = planInlining(root)
  const validators = new Map<SchemaNode, string>()
  return builder.build(emitValidator(root)) as IsValid

  /** Returns the name of a function `(value, depth, evaluations)` that returns whether the value is valid. */
  function emitValidator(node: SchemaNode): string {
    let name = validators.get(node)
    if (name === undefined) {
      validators.set(node, (name = builder.uniqueName()))
      const body = emitSchema(node, { value: 'value', depth: 'depth', exit: 'return false' })
      builder.addFunction(`function ${name}(value, depth, evaluations) {${body}return true}`)
    }
    return name
  }

  function emitSubschema(node: SchemaNode, target: Target): string {
    if (!plan.notInlined.has(node)) return emitSchema(node, target)
    const { value, depth, exit } = target
    return `if (!${emitValidator(node)}(${value}, ${depth}, evaluations)) ${exit};`
  }

  function emitSchema(node: SchemaNode, target: Target): string {
    const { tests, members, items, reference, conditional } = node.constraints
    const { value, exit } = target
    const dispatch = fewShapes.has(node) ? fromPrevious : fromFirst
    const knownType = tests.find(({ impliesType }) => impliesType)?.impliesType
    /** Returns the condition that the value has the type. */
    const hasType = (type: keyof ValueTypes): string =>
      type === 'any' || type === knownType ? 'true' : VALUE_TYPES[type].emit(value, builder.bind)
    return [
      emitDepthCheck(target),
      ...tests.map(
        (test) => `if (${hasType(test.appliesTo)} && !(${test.emit(value, builder.bind)})) ${exit};`,
      ),
      members && `if (${hasType('object')}) {${emitMembers(members, dispatch, target)}}`,
      items && `if (${hasType('array')}) {${emitItems(items, target)}}`,
      reference && COUNT + emitSubschema(reference, target),
      conditional && COUNT + emitConditional(conditional, target),
    ].join('')
  }

  /** Only a recursive or very deep schema needs it. */
  function emitDepthCheck({ depth }: Target): string {
    if (plan.maxDepth <= MAX_DEPTH) return ''
    return `if (${depth} > ${MAX_DEPTH}) throw new ${builder.bind(LimitError)}("depth", ${MAX_DEPTH});`
  }

  /** One `for…in` loop over the members. */
  function emitMembers(
    { required, properties, additionalProperties }: MembersConstraint,
    dispatch: MemberDispatch,
    { value, depth, exit }: Target,
  ): string {
    const name = builder.uniqueName()
    const member = builder.uniqueName()
    const count = builder.uniqueName()
    const variables = { value, name, member, next: builder.uniqueName() }
    const isRequired = new Set(required)
    const branch = (schema: MemberSchema): string => {
      if (schema === true) return ''
      return schema === false
        ? `${exit};`
        : emitSubschema(schema, { value: member, depth: `${depth} + 1`, exit })
    }
    const others = branch(additionalProperties)
    const known = Array.from(new Set([...properties.keys(), ...required]), (each) => {
      const schema = properties.get(each)
      const code = schema === undefined ? others : branch(schema)
      return [JSON.stringify(each), code + (isRequired.has(each) ? `${count}++;` : '')] as const
    })
    // oxlint-disable-next-line typescript/unbound-method -- the generated code calls it with `.call`
    const hasOwn = builder.bind(Object.prototype.hasOwnProperty)
    return (
      `let ${count} = 0, ${variables.next} = 0;` +
      `for (const ${name} in ${value}) {` +
      `if (!${hasOwn}.call(${value}, ${name})) continue;` +
      `${dispatch(variables, known, others)}}` +
      `if (${count} !== ${isRequired.size}) ${exit};`
    )
  }

  function emitItems(each: SchemaNode, { value, depth, exit }: Target): string {
    const item = builder.uniqueName()
    const index = builder.uniqueName()
    return (
      `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {` +
      `const ${item} = ${value}[${index}];` +
      `${emitSubschema(each, { value: item, depth: `${depth} + 1`, exit })}}`
    )
  }

  function emitConditional(constraint: ConditionalConstraint, target: Target): string {
    const label = builder.uniqueName()
    const condition = emitSubschema(constraint.if, { ...target, exit: `break ${label}` })
    return `${label}: {${condition}${emitSubschema(constraint.then, target)}}`
  }
}
