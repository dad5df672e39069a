import { MAX_DEPTH, MaxDepthError } from '../schema/depth-limit.ts'
import type {
  CollectViolations,
  CompiledKeyword,
  ConditionalConstraint,
  ConstraintSet,
  MembersConstraintSet,
  MemberSchema,
  SchemaNode,
  ValueTypes,
} from '../schema/types.ts'
import { childLocation } from '../violations/location.ts'
import type { FunctionBuilder } from './function-builder.ts'
import type { InlinePlan } from './inline-plan.ts'
import { fromFirst, fromPrevious, type MemberDispatch } from './member-dispatch.ts'
import type { Child, CollectAll, Target } from './target.ts'
import { guarded, typeGuard } from './type-guard.ts'

/** The constraints of a schema without those of other schemas that apply to the same value. */
interface OwnConstraints extends Pick<ConstraintSet, 'tests' | 'members' | 'items'> {
  readonly dispatch: MemberDispatch
}

/** Compiles the constraints of schemas to JavaScript. */
export class Emitter {
  readonly #builder: FunctionBuilder
  readonly #plan: InlinePlan
  readonly #fewShapes: ReadonlySet<SchemaNode>
  readonly #validators = new Map<SchemaNode, string>()
  readonly #collectors = new Map<SchemaNode, string>()

  /** @param fewShapes the schemas whose objects have few shapes, see {@link ShapeCensus} */
  constructor(builder: FunctionBuilder, plan: InlinePlan, fewShapes: ReadonlySet<SchemaNode>) {
    this.#builder = builder
    this.#plan = plan
    this.#fewShapes = fewShapes
  }

  /** Returns the name of a function `(value, depth)` that returns whether the value is valid. */
  validator(node: SchemaNode): string {
    return this.#function(this.#validators, node, (name) => {
      const body = this.#schema(node, { ...PARAMETERS, onFailure: { exit: 'return false' } })
      return `function ${name}(value, depth) {${body}return true}`
    })
  }

  /** Returns the name of a function `(value, depth, location, collector)` that adds all violations of the value. */
  collector(node: SchemaNode): string {
    return this.#function(this.#collectors, node, (name) => {
      const body = this.#collecting('location', (onFailure) =>
        this.#schema(node, { ...PARAMETERS, onFailure }),
      )
      return `function ${name}(value, depth, location, collector) {${body}}`
    })
  }

  #function(names: Map<SchemaNode, string>, node: SchemaNode, emit: (name: string) => string): string {
    let name = names.get(node)
    if (name === undefined) {
      names.set(node, (name = this.#builder.uniqueName()))
      this.#builder.addFunction(emit(name))
    }
    return name
  }

  #subschema(node: SchemaNode, target: Target): string {
    if (!this.#plan.notInlined.has(node)) return this.#schema(node, target)
    const { value, depth, onFailure } = target
    return 'exit' in onFailure
      ? `if (!${this.validator(node)}(${value}, ${depth})) ${onFailure.exit};`
      : `${this.collector(node)}(${value}, ${depth}, ${onFailure.location}, collector);`
  }

  #schema(node: SchemaNode, target: Target): string {
    const { references, conditionals, inPlaceSubschemas, ...constraints } = node.constraints
    // The objects of invalid artifacts have other shapes.
    const hasFewShapes = this.#fewShapes.has(node) && 'exit' in target.onFailure
    const own = { ...constraints, dispatch: hasFewShapes ? fromPrevious : fromFirst }
    if (inPlaceSubschemas.length === 0) return this.#ownConstraints(own, target)
    return [
      this.#withOwnVariable(target, (each) => this.#ownConstraints(own, each)),
      ...references.map(({ node: other }) =>
        this.#withOwnVariable(target, (each) => this.#subschema(other, each)),
      ),
      ...conditionals.map((constraint) => this.#conditional(constraint, target)),
    ].join('')
  }

  #ownConstraints({ tests, members, items, dispatch }: OwnConstraints, target: Target): string {
    // The type is known after a passed type test only if a failed one ends the validation.
    const knownType =
      'exit' in target.onFailure ? tests.find(({ impliesType }) => impliesType)?.impliesType : undefined
    const required = members?.keywords.required
    const keywords = tests.map(({ keyword }) => keyword)
    const { bind } = this.#builder
    const failure = this.#failureStatements(target, required ? [...keywords, required] : keywords)
    return [
      this.#depthCheck(target),
      ...tests.map((test) => this.#test(test, target, knownType) + failure(test.keyword)),
      members &&
        guarded('object', knownType, target, this.#members(members, dispatch, target, failure), bind),
      ...items.map(({ each }) => guarded('array', knownType, target, this.#items(each, target), bind)),
    ].join('')
  }

  /** Several schemas apply to one value; each needs its own variable for the failed constraint. */
  #withOwnVariable(target: Target, emit: (target: Target) => string): string {
    const { onFailure } = target
    return 'exit' in onFailure
      ? emit(target)
      : this.#collecting(onFailure.location, (own) => `{${emit({ ...target, onFailure: own })}}`)
  }

  /** Declares the variable of {@link CollectAll}, and calls the function that it was assigned, if any. */
  #collecting(location: string, emit: (onFailure: CollectAll) => string): string {
    const variable = this.#builder.uniqueName()
    const body = emit({ location, variable })
    return `let ${variable};${body}if (${variable} !== undefined) ${variable}(${location}, collector);`
  }

  /** Only a recursive or very deep schema needs it. */
  #depthCheck({ depth }: Target): string {
    if (this.#plan.maxDepth <= MAX_DEPTH) return ''
    return `if (${depth} > ${MAX_DEPTH}) throw new ${this.#builder.bind(MaxDepthError)}();`
  }

  /** Returns an `if` whose statement, to be appended, handles the failure. */
  #test(
    test: ConstraintSet['tests'][number],
    target: Target,
    knownType: keyof ValueTypes | undefined,
  ): string {
    const needsGuard = test.appliesTo !== 'any' && test.appliesTo !== knownType
    const { bind } = this.#builder
    const guard = needsGuard ? `${typeGuard(test.appliesTo, target.value, bind)} && ` : ''
    return `if (${guard}!(${test.emit(target.value, bind)})) `
  }

  /**
   * Returns the statement for a failed keyword. The first failure assigns the function that adds its violation; a
   * second one replaces it by a function that evaluates all the keywords again.
   */
  #failureStatements(
    { onFailure }: Target,
    keywords: readonly CompiledKeyword[],
  ): (keyword: CompiledKeyword) => string {
    if ('exit' in onFailure) return () => `${onFailure.exit};`
    const { bind } = this.#builder
    const { variable } = onFailure
    const collectAll: CollectViolations = (location, collector) => {
      for (const keyword of keywords) keyword.collectViolations(location, collector)
    }
    return (keyword) => {
      const collectOne = bind(keyword.addViolation ?? keyword.collectViolations)
      return keyword === keywords[0]
        ? `${variable} = ${collectOne};`
        : `${variable} = ${variable} === undefined ? ${collectOne} : ${bind(collectAll)};`
    }
  }

  #forbiddenMember({ onFailure }: Target, keyword: CompiledKeyword | undefined): string {
    return 'exit' in onFailure
      ? `${onFailure.exit};`
      : `${onFailure.variable} = ${this.#builder.bind(keyword?.addForbiddenMember)};`
  }

  /** One `for…in` loop over the members. */
  #members(
    { required, properties, additionalProperties, keywords }: MembersConstraintSet,
    dispatch: MemberDispatch,
    target: Target,
    failure: (keyword: CompiledKeyword) => string,
  ): string {
    const { value, onFailure } = target
    const name = this.#builder.uniqueName()
    const member = this.#builder.uniqueName()
    const count = this.#builder.uniqueName()
    const index = this.#builder.uniqueName()
    const variables = { value, name, member, next: this.#builder.uniqueName() }
    const isRequired = new Set(required)
    const branches = (below: Target): string => {
      const branch = (schema: MemberSchema, keyword: CompiledKeyword | undefined): string => {
        if (schema === true) return ''
        return schema === false ? this.#forbiddenMember(below, keyword) : this.#subschema(schema, below)
      }
      const others = branch(additionalProperties, keywords.additionalProperties)
      const known = Array.from(new Set([...properties.keys(), ...required]), (each) => {
        const schema = properties.get(each)
        const code = schema === undefined ? others : branch(schema, keywords.properties)
        return [JSON.stringify(each), code + (isRequired.has(each) ? `${count}++;` : '')] as const
      })
      return dispatch.each(variables, known, others)
    }
    // oxlint-disable-next-line typescript/unbound-method -- the generated code calls it with `.call`
    const hasOwn = this.#builder.bind(Object.prototype.hasOwnProperty)
    const needsIndex = 'location' in onFailure
    return (
      (isRequired.size > 0 ? `let ${count} = 0;` : '') +
      (needsIndex ? `let ${index} = -1;` : '') +
      dispatch.before(variables) +
      `for (const ${name} in ${value}) {` +
      `if (!${hasOwn}.call(${value}, ${name})) continue;` +
      (needsIndex ? `${index}++;` : '') +
      `${this.#child(target, { segment: name, index, value: member }, branches)}}` +
      (keywords.required && isRequired.size > 0
        ? `if (${count} !== ${isRequired.size}) ${failure(keywords.required)}`
        : '')
    )
  }

  #items(each: SchemaNode, target: Target): string {
    const item = this.#builder.uniqueName()
    const index = this.#builder.uniqueName()
    const child = { segment: index, index, value: item }
    return (
      `for (let ${index} = 0; ${index} < ${target.value}.length; ${index}++) {` +
      `const ${item} = ${target.value}[${index}];` +
      `${this.#child(target, child, (below) => this.#subschema(each, below))}}`
    )
  }

  /** Emits the validation of a member or an item. */
  #child(
    { value: parent, depth, onFailure }: Target,
    child: Child,
    emit: (target: Target) => string,
  ): string {
    const { value, segment, index } = child
    const below = { value, depth: `${depth} + 1` }
    if ('exit' in onFailure) return emit({ ...below, onFailure })
    const create = this.#builder.bind(childLocation)
    const location = `${create}(${onFailure.location}, ${segment}, ${index}, ${parent}[${segment}])`
    return this.#collecting(location, (own) => emit({ ...below, onFailure: own }))
  }

  #conditional(constraint: ConditionalConstraint, target: Target): string {
    const label = this.#builder.uniqueName()
    const condition = this.#subschema(constraint.if, { ...target, onFailure: { exit: `break ${label}` } })
    const consequence = this.#withOwnVariable(target, (each) => this.#subschema(constraint.then, each))
    if ('exit' in target.onFailure) return `${label}: {${condition}${consequence}}`
    const outer = this.#builder.uniqueName()
    const description = JSON.stringify(constraint.describeCondition())
    return (
      `${label}: {${condition}const ${outer} = collector.enterCondition(${description});` +
      `${consequence}collector.leaveCondition(${outer});}`
    )
  }
}

const PARAMETERS = { value: 'value', depth: 'depth' }
