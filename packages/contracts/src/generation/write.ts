import { childPlace } from '../report/place.ts'
import { asked, type Asked, type AskedMembers } from '../schema/asked.ts'
import type { BasicTypes, Conditional, MemberForm } from '../schema/form.ts'
import { DEEPEST, TooDeep } from '../schema/node.ts'
import type { Node, Rule } from '../schema/rule.ts'
import type { Graph } from './graph.ts'
import type { Source } from './source.ts'

/** A value in the code. */
interface Subject {
  /** The identifier that holds it. */
  readonly value: string
  /** The expression for its level in the artifact. */
  readonly depth: string
  /** What comes of a value that is not as asked. */
  readonly otherwise: Refusal | Finding
}

/** Code that only asks whether all is right ends with the first thing that is not, by a statement. */
interface Refusal {
  readonly leave: string
}

/** Code that looks for everything that is wrong adds it to `report` and goes on. */
interface Finding {
  /** The expression for the value's place. It is made only where something is wrong. */
  readonly place: string
}

/** Writes what schemas ask as code. */
export class Writer {
  readonly #source: Source
  readonly #graph: Graph
  readonly #asking = new Map<Node, string>()
  readonly #finding = new Map<Node, string>()

  constructor(source: Source, graph: Graph) {
    this.#source = source
    this.#graph = graph
  }

  /** The name of a function of a value and its depth that tells whether the value follows the schema. */
  asking(node: Node): string {
    return this.#function(this.#asking, node, (name) => {
      const body = this.#statements(node, { ...ARGUMENTS, otherwise: { leave: 'return false' } })
      return `function ${name}(value, depth) {${body}return true}`
    })
  }

  /** The name of a function of a value, its depth, its place and a report, to which it adds what is wrong. */
  finding(node: Node): string {
    return this.#function(this.#finding, node, (name) => {
      const body = this.#statements(node, { ...ARGUMENTS, otherwise: { place: 'place' } })
      return `function ${name}(value, depth, place, report) {${body}}`
    })
  }

  #function(known: Map<Node, string>, node: Node, write: (name: string) => string): string {
    let name = known.get(node)
    if (name === undefined) {
      known.set(node, (name = this.#source.name()))
      this.#source.addFunction(write(name))
    }
    return name
  }

  #node(node: Node, subject: Subject): string {
    if (!this.#graph.shared.has(node)) return this.#statements(node, subject)
    const { value, depth, otherwise } = subject
    return 'leave' in otherwise
      ? `if (!${this.asking(node)}(${value}, ${depth})) ${otherwise.leave};`
      : `${this.finding(node)}(${value}, ${depth}, ${otherwise.place}, report);`
  }

  #statements(node: Node, subject: Subject): string {
    const { tests, members, items, same, conditionals } = asked(node.rules)
    // Where the code goes on after a wrong type, nothing is proven.
    const proven = 'leave' in subject.otherwise ? tests.find(({ proves }) => proves)?.proves : undefined
    return [
      this.#depthCheck(subject),
      ...tests.map((test) => this.#test(test, subject, proven)),
      members && guarded('object', proven, subject, this.#members(members, subject)),
      ...items.map(({ each }) => guarded('array', proven, subject, this.#items(each, subject))),
      ...same.map(({ node: other }) => this.#node(other, subject)),
      ...conditionals.map((form) => this.#conditional(form, subject)),
    ].join('')
  }

  /** Only a schema that looks deeper than it may has to count. */
  #depthCheck({ depth }: Subject): string {
    if (this.#graph.levels <= DEEPEST) return ''
    return `if (${depth} > ${DEEPEST}) throw new ${this.#source.use(TooDeep)}();`
  }

  #test(test: Asked['tests'][number], subject: Subject, proven: keyof BasicTypes | undefined): string {
    const isApart = test.of !== 'any' && test.of !== proven
    const guard = isApart ? `${IS[test.of](subject.value)} && ` : ''
    return `if (${guard}!(${test.code(subject.value, this.#source.use)})) ${this.#wrong(subject, test.rule, 'reportBroken')}`
  }

  /** What to do where a value breaks a rule. */
  #wrong(
    { otherwise }: Subject,
    rule: Rule | undefined,
    method: 'report' | 'reportBroken' | 'reportMember' = 'report',
  ): string {
    return 'leave' in otherwise
      ? `${otherwise.leave};`
      : `${this.#source.use(rule)}.${method}(${otherwise.place}, report);`
  }

  /**
   * One walk over the members. Reading `value[name]` by the loop's own name is the one way to read members at full
   * speed from objects of any shape: reading each by its name is slow once an engine has seen more than a few shapes.
   */
  #members({ required, listed, others, rules }: AskedMembers, subject: Subject): string {
    const { value, depth, otherwise } = subject
    const [name, member, count, rank] = [0, 0, 0, 0].map(() => this.#source.name()) as FourNames
    const isRequired = new Set(required)
    const below: Subject = {
      value: member,
      depth: `${depth} + 1`,
      otherwise: 'leave' in otherwise ? otherwise : { place: this.#child(otherwise, name, rank, member) },
    }
    const branch = (form: MemberForm, rule: Rule | undefined): string =>
      form === true ? '' : form === false ? this.#wrong(below, rule, 'reportMember') : this.#node(form, below)
    const branches = Array.from(new Set([...listed.keys(), ...required]), (each) => {
      const form = listed.get(each)
      const code = form === undefined ? branch(others, rules.others) : branch(form, rules.listed)
      return `if (${name} === ${JSON.stringify(each)}) {${code}${isRequired.has(each) ? `${count}++;` : ''}} else `
    })
    // eslint-disable-next-line @typescript-eslint/unbound-method -- the code calls it on the object
    const own = this.#source.use(Object.prototype.hasOwnProperty)
    const ranked = 'place' in otherwise
    return (
      (isRequired.size > 0 ? `let ${count} = 0;` : '') +
      (ranked ? `let ${rank} = -1;` : '') +
      `for (const ${name} in ${value}) {` +
      `if (!${own}.call(${value}, ${name})) continue;` +
      (ranked ? `${rank}++;` : '') +
      `const ${member} = ${value}[${name}];` +
      `${branches.join('')}{${branch(others, rules.others)}}}` +
      (isRequired.size > 0
        ? `if (${count} !== ${isRequired.size}) {${this.#wrong(subject, rules.required)}}`
        : '')
    )
  }

  #items(each: Node, { value, depth, otherwise }: Subject): string {
    const item = this.#source.name()
    const index = this.#source.name()
    const body = this.#node(each, {
      value: item,
      depth: `${depth} + 1`,
      otherwise: 'leave' in otherwise ? otherwise : { place: this.#child(otherwise, index, index, item) },
    })
    return `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {const ${item} = ${value}[${index}];${body}}`
  }

  #child({ place }: Finding, segment: string, rank: string, value: string): string {
    return `${this.#source.use(childPlace)}(${place}, ${segment}, ${rank}, ${value})`
  }

  #conditional(form: Conditional, subject: Subject): string {
    const label = this.#source.name()
    const condition = this.#node(form.if, { ...subject, otherwise: { leave: `break ${label}` } })
    const consequence = this.#node(form.then, subject)
    if ('leave' in subject.otherwise) return `${label}: {${condition}${consequence}}`
    const outer = this.#source.name()
    const words = JSON.stringify(form.inWords())
    return `${label}: {${condition}const ${outer} = report.enter(${words});${consequence}report.leave(${outer});}`
  }
}

type FourNames = [string, string, string, string]

const ARGUMENTS = { value: 'value', depth: 'depth' }

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
