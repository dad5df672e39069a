import { asked, type AskedMembers } from '../schema/asked.ts'
import type { BasicTypes, MemberForm, Test } from '../schema/form.ts'
import { DEEPEST, TooDeep } from '../schema/node.ts'
import type { Node } from '../schema/rule.ts'
import type { Graph } from './graph.ts'
import type { Source } from './source.ts'

/** A value in the code. */
interface Subject {
  /** The identifier that holds it. */
  readonly value: string
  /** The expression for its level in the artifact. */
  readonly depth: string
  /** The statement for a value that is not as asked. */
  readonly fail: string
}

/** Writes what schemas ask as code. The statements run through where a value is as asked. */
export class Writer {
  readonly #source: Source
  readonly #graph: Graph
  readonly #functions = new Map<Node, string>()

  constructor(source: Source, graph: Graph) {
    this.#source = source
    this.#graph = graph
  }

  /** The name of a function of a value and its depth that tells whether the value follows the schema. */
  functionOf(node: Node): string {
    const known = this.#functions.get(node)
    if (known !== undefined) return known
    const name = this.#source.name()
    this.#functions.set(node, name)
    const body = this.#statements(node, { value: 'value', depth: 'depth', fail: 'return false' })
    this.#source.addFunction(`function ${name}(value, depth) {${body}return true}`)
    return name
  }

  #node(node: Node, subject: Subject): string {
    if (!this.#graph.shared.has(node)) return this.#statements(node, subject)
    return `if (!${this.functionOf(node)}(${subject.value}, ${subject.depth})) ${subject.fail};`
  }

  #statements(node: Node, subject: Subject): string {
    const { tests, members, items, same, conditionals } = asked(node.rules.map(({ form }) => form))
    const proven = tests.find(({ proves }) => proves)?.proves
    return [
      this.#depthCheck(subject),
      ...tests.map((test) => this.#test(test, subject, proven)),
      members && guarded('object', proven, subject, this.#members(members, subject)),
      ...items.map(({ each }) => guarded('array', proven, subject, this.#items(each, subject))),
      ...same.map(({ node: other }) => this.#node(other, subject)),
      ...conditionals.map((form) => this.#conditional(form.if, form.then, subject)),
    ].join('')
  }

  /** Only a schema that looks deeper than it may has to count. */
  #depthCheck({ depth }: Subject): string {
    if (this.#graph.levels <= DEEPEST) return ''
    return `if (${depth} > ${DEEPEST}) throw new ${this.#source.use(TooDeep)}();`
  }

  #test(test: Test, { value, fail }: Subject, proven: keyof BasicTypes | undefined): string {
    const isApart = test.of !== 'any' && test.of !== proven
    const guard = isApart ? `${IS[test.of](value)} && ` : ''
    return `if (${guard}!(${test.code(value, this.#source.use)})) ${fail};`
  }

  /**
   * One walk over the members. Reading `value[name]` by the loop's own name is the one way to read members at full
   * speed from objects of any shape: reading each by its name is slow once an engine has seen more than a few shapes.
   */
  #members({ required, listed, others }: AskedMembers, { value, depth, fail }: Subject): string {
    const isRequired = new Set(required)
    const name = this.#source.name()
    const member = this.#source.name()
    const count = this.#source.name()
    const below = { value: member, depth: `${depth} + 1`, fail }
    const branch = (form: MemberForm): string =>
      form === true ? '' : form === false ? `${fail};` : this.#node(form, below)
    const counted = (each: string) => (isRequired.has(each) ? `${count}++;` : '')
    const names = new Set([...listed.keys(), ...isRequired])
    const branches = [...names].map(
      (each) =>
        `if (${name} === ${JSON.stringify(each)}) {${branch(listed.get(each) ?? others)}${counted(each)}} else `,
    )
    // eslint-disable-next-line @typescript-eslint/unbound-method -- the code calls it on the object
    const own = this.#source.use(Object.prototype.hasOwnProperty)
    return (
      (isRequired.size > 0 ? `let ${count} = 0;` : '') +
      `for (const ${name} in ${value}) {` +
      `if (!${own}.call(${value}, ${name})) continue;` +
      `const ${member} = ${value}[${name}];` +
      `${branches.join('')}{${branch(others)}}}` +
      (isRequired.size > 0 ? `if (${count} !== ${isRequired.size}) ${fail};` : '')
    )
  }

  #items(each: Node, { value, depth, fail }: Subject): string {
    const item = this.#source.name()
    const index = this.#source.name()
    const body = this.#node(each, { value: item, depth: `${depth} + 1`, fail })
    return `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {const ${item} = ${value}[${index}];${body}}`
  }

  #conditional(condition: Node, consequence: Node, subject: Subject): string {
    const label = this.#source.name()
    const fails = this.#node(condition, { ...subject, fail: `break ${label}` })
    return `${label}: {${fails}${this.#node(consequence, subject)}}`
  }
}

/** Asks only values of a type, unless the value is proven to be of it. */
const guarded = (
  type: Exclude<keyof BasicTypes, 'any'>,
  proven: keyof BasicTypes | undefined,
  { value }: Subject,
  code: string,
): string => (type === proven ? `{${code}}` : `if (${IS[type](value)}) {${code}}`)

const IS = {
  string: (value: string) => `typeof ${value} === "string"`,
  number: (value: string) => `Number.isFinite(${value})`,
  array: (value: string) => `Array.isArray(${value})`,
  object: (value: string) => `typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})`,
}
