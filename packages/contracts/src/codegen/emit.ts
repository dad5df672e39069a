import { childLocation } from '../violations/location.ts'
import { constraintSetOf, type ConstraintSet, type MembersConstraintSet } from '../schema/constraint-set.ts'
import type { ValueTypes, ConditionalConstraint, MemberSchema } from '../schema/constraint.ts'
import { MAX_DEPTH, MaxDepthError } from '../schema/schema-node.ts'
import type { CollectViolations, SchemaNode, CompiledKeyword } from '../schema/types.ts'
import type { InlinePlan } from './inline-plan.ts'
import type { FunctionBuilder } from './function-builder.ts'

/** A value in the code. */
interface EmittedValue {
  /** The identifier that holds it. */
  readonly value: string
  /** The expression for its level in the artifact. */
  readonly depth: string
  /** What comes of a value that is not as asked. */
  readonly onFailure: FailFast | CollectAll
}

/** Code that only asks whether all is right ends with the first thing that is not, by a statement. */
interface FailFast {
  readonly exit: string
}

/**
 * Code that looks for everything that is wrong notes what is broken, and goes on; what is noted is called once for each
 * value. A call for each rule would make code that engines take very long to compile.
 */
interface CollectAll {
  /** The expression for the value's place. It is made only where something is wrong. */
  readonly location: string
  /** The variable that takes what is broken, a {@link CollectViolations}. */
  readonly broken: string
}

/** What a schema asks without asking others about the same value. */
type OwnConstraints = Pick<ConstraintSet, 'tests' | 'members' | 'items'>

/** Writes what schemas ask as code. */
export class Emitter {
  readonly #source: FunctionBuilder
  readonly #graph: InlinePlan
  readonly #asking = new Map<SchemaNode, string>()
  readonly #finding = new Map<SchemaNode, string>()

  constructor(source: FunctionBuilder, graph: InlinePlan) {
    this.#source = source
    this.#graph = graph
  }

  /** The name of a function of a value and its depth that tells whether the value follows the schema. */
  predicate(node: SchemaNode): string {
    return this.#function(this.#asking, node, (name) => {
      const body = this.#statements(node, { ...ARGUMENTS, onFailure: { exit: 'return false' } })
      return `function ${name}(value, depth) {${body}return true}`
    })
  }

  /** The name of a function of a value, its depth, its place and a report, to which it adds what is wrong. */
  collector(node: SchemaNode): string {
    return this.#function(this.#finding, node, (name) => {
      const body = this.#noting('location', (otherwise) =>
        this.#statements(node, { ...ARGUMENTS, onFailure: otherwise }),
      )
      return `function ${name}(value, depth, location, collector) {${body}}`
    })
  }

  #function(known: Map<SchemaNode, string>, node: SchemaNode, write: (name: string) => string): string {
    let name = known.get(node)
    if (name === undefined) {
      known.set(node, (name = this.#source.uniqueName()))
      this.#source.addFunction(write(name))
    }
    return name
  }

  #node(node: SchemaNode, subject: EmittedValue): string {
    if (!this.#graph.notInlined.has(node)) return this.#statements(node, subject)
    const { value, depth, onFailure: otherwise } = subject
    return 'exit' in otherwise
      ? `if (!${this.predicate(node)}(${value}, ${depth})) ${otherwise.exit};`
      : `${this.collector(node)}(${value}, ${depth}, ${otherwise.location}, collector);`
  }

  #statements(node: SchemaNode, subject: EmittedValue): string {
    const { references, conditionals, ...own } = constraintSetOf(node.keywords)
    if (references.length + conditionals.length === 0) return this.#own(own, subject)
    return [
      this.#apart(subject, (each) => this.#own(own, each)),
      ...references.map(({ node: other }) => this.#apart(subject, (each) => this.#node(other, each))),
      ...conditionals.map((form) => this.#conditional(form, subject)),
    ].join('')
  }

  #own({ tests, members, items }: OwnConstraints, subject: EmittedValue): string {
    // Where the code goes on after a wrong type, nothing is proven.
    const proven =
      'exit' in subject.onFailure ? tests.find(({ impliesType }) => impliesType)?.impliesType : undefined
    const required = members?.keywords.required
    const rules = tests.map(({ keyword }) => keyword)
    const wrong = this.#wrong(subject, required ? [...rules, required] : rules)
    return [
      this.#depthCheck(subject),
      ...tests.map((test) => this.#test(test, subject, proven) + wrong(test.keyword)),
      members && guarded('object', proven, subject, this.#members(members, subject, wrong)),
      ...items.map(({ each }) => guarded('array', proven, subject, this.#items(each, subject))),
    ].join('')
  }

  /** Several schemas may be asked about one value, and each of them may be broken. */
  #apart(subject: EmittedValue, write: (subject: EmittedValue) => string): string {
    const { onFailure: otherwise } = subject
    return 'exit' in otherwise
      ? write(subject)
      : this.#noting(otherwise.location, (apart) => `{${write({ ...subject, onFailure: apart })}}`)
  }

  /** Code with a variable for what is broken at a place, which reports it in the end. */
  #noting(location: string, write: (otherwise: CollectAll) => string): string {
    const broken = this.#source.uniqueName()
    return `let ${broken};${write({ location, broken })}if (${broken} !== undefined) ${broken}(${location}, collector);`
  }

  /** Only a schema that looks deeper than it may has to count. */
  #depthCheck({ depth }: EmittedValue): string {
    if (this.#graph.maxDepth <= MAX_DEPTH) return ''
    return `if (${depth} > ${MAX_DEPTH}) throw new ${this.#source.bind(MaxDepthError)}();`
  }

  /** A condition, to be followed by what to do where the value does not pass. */
  #test(
    test: ConstraintSet['tests'][number],
    subject: EmittedValue,
    proven: keyof ValueTypes | undefined,
  ): string {
    const isApart = test.appliesTo !== 'any' && test.appliesTo !== proven
    const guard = isApart ? `${IS[test.appliesTo](subject.value)} && ` : ''
    return `if (${guard}!(${test.emit(subject.value, this.#source.bind)})) `
  }

  /** What to do where a value breaks one of its schema's own rules. Where it breaks two, all are asked anew. */
  #wrong(
    { onFailure: otherwise }: EmittedValue,
    rules: readonly CompiledKeyword[],
  ): (rule: CompiledKeyword) => string {
    if ('exit' in otherwise) return () => `${otherwise.exit};`
    const { bind } = this.#source
    const { broken } = otherwise
    const all: CollectViolations = (location, collector) => {
      for (const rule of rules) rule.collectViolations(location, collector)
    }
    return (rule) => {
      const one = bind(rule.addViolation ?? rule.collectViolations)
      return rule === rules[0]
        ? `${broken} = ${one};`
        : `${broken} = ${broken} === undefined ? ${one} : ${bind(all)};`
    }
  }

  /** What to do with a member that must not be there. */
  #unwanted({ onFailure: otherwise }: EmittedValue, rule: CompiledKeyword | undefined): string {
    return 'exit' in otherwise
      ? `${otherwise.exit};`
      : `${otherwise.broken} = ${this.#source.bind(rule?.addForbiddenMember)};`
  }

  /**
   * One walk over the members. Reading `value[name]` by the loop's own name is the one way to read members at full
   * speed from objects of any shape: reading each by its name is slow once an engine has seen more than a few shapes.
   */
  #members(
    { required, properties, additionalProperties, keywords }: MembersConstraintSet,
    subject: EmittedValue,
    wrong: (rule: CompiledKeyword) => string,
  ): string {
    const { value, onFailure: otherwise } = subject
    const [name, member, count, siblingIndex] = [0, 0, 0, 0].map(() => this.#source.uniqueName()) as FourNames
    const isRequired = new Set(required)
    const branches = (below: EmittedValue): string => {
      const branch = (form: MemberSchema, rule: CompiledKeyword | undefined): string =>
        form === true ? '' : form === false ? this.#unwanted(below, rule) : this.#node(form, below)
      const known = Array.from(new Set([...properties.keys(), ...required]), (each) => {
        const form = properties.get(each)
        const code =
          form === undefined
            ? branch(additionalProperties, keywords.additionalProperties)
            : branch(form, keywords.properties)
        return `if (${name} === ${JSON.stringify(each)}) {${code}${isRequired.has(each) ? `${count}++;` : ''}} else `
      })
      return `${known.join('')}{${branch(additionalProperties, keywords.additionalProperties)}}`
    }
    // eslint-disable-next-line @typescript-eslint/unbound-method -- the code calls it on the object
    const own = this.#source.bind(Object.prototype.hasOwnProperty)
    const ranked = 'location' in otherwise
    return (
      (isRequired.size > 0 ? `let ${count} = 0;` : '') +
      (ranked ? `let ${siblingIndex} = -1;` : '') +
      `for (const ${name} in ${value}) {` +
      `if (!${own}.call(${value}, ${name})) continue;` +
      (ranked ? `${siblingIndex}++;` : '') +
      `const ${member} = ${value}[${name}];` +
      `${this.#below(subject, { segment: name, siblingIndex, value: member }, branches)}}` +
      (keywords.required && isRequired.size > 0
        ? `if (${count} !== ${isRequired.size}) ${wrong(keywords.required)}`
        : '')
    )
  }

  #items(each: SchemaNode, subject: EmittedValue): string {
    const [item, index] = [this.#source.uniqueName(), this.#source.uniqueName()]
    const child = { segment: index, siblingIndex: index, value: item }
    return (
      `for (let ${index} = 0; ${index} < ${subject.value}.length; ${index}++) {` +
      `const ${item} = ${subject.value}[${index}];` +
      `${this.#below(subject, child, (below) => this.#node(each, below))}}`
    )
  }

  /** Asks a member or an item. */
  #below(
    { depth, onFailure: otherwise }: EmittedValue,
    child: Child,
    write: (subject: EmittedValue) => string,
  ): string {
    const { value, segment, siblingIndex } = child
    const below = { value, depth: `${depth} + 1` }
    if ('exit' in otherwise) return write({ ...below, onFailure: otherwise })
    const location = `${this.#source.bind(childLocation)}(${otherwise.location}, ${segment}, ${siblingIndex}, ${value})`
    return this.#noting(location, (noted) => write({ ...below, onFailure: noted }))
  }

  #conditional(form: ConditionalConstraint, subject: EmittedValue): string {
    const label = this.#source.uniqueName()
    const condition = this.#node(form.if, { ...subject, onFailure: { exit: `break ${label}` } })
    const consequence = this.#apart(subject, (each) => this.#node(form.then, each))
    if ('exit' in subject.onFailure) return `${label}: {${condition}${consequence}}`
    const outer = this.#source.uniqueName()
    const words = JSON.stringify(form.describeCondition())
    return `${label}: {${condition}const ${outer} = collector.enterCondition(${words});${consequence}collector.leaveCondition(${outer});}`
  }
}

/** The expressions for a member or an item. */
type Child = Readonly<Record<'segment' | 'siblingIndex' | 'value', string>>

type FourNames = [string, string, string, string]

const ARGUMENTS = { value: 'value', depth: 'depth' }

/** Asks only values of a type, unless the value is proven to be of it. */
const guarded = (
  type: Exclude<keyof ValueTypes, 'any'>,
  proven: keyof ValueTypes | undefined,
  { value }: EmittedValue,
  code: string,
): string => (type === proven ? `{${code}}` : `if (${IS[type](value)}) {${code}}`)

const IS = {
  string: (value: string) => `typeof ${value} === "string"`,
  number: (value: string) => `Number.isFinite(${value})`,
  array: (value: string) => `Array.isArray(${value})`,
  object: (value: string) => `typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})`,
}
