import { childPlace } from '../report/place.ts'
import { asked, type Asked, type AskedMembers } from '../schema/asked.ts'
import type { BasicTypes, Conditional, MemberForm } from '../schema/form.ts'
import { DEEPEST, TooDeep } from '../schema/node.ts'
import type { Find, Node, Rule } from '../schema/rule.ts'
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

/**
 * Code that looks for everything that is wrong notes what is broken, and goes on; what is noted is called once for each
 * value. A call for each rule would make code that engines take very long to compile.
 */
interface Finding {
  /** The expression for the value's place. It is made only where something is wrong. */
  readonly place: string
  /** The variable that takes what is broken, a {@link Find}. */
  readonly broken: string
}

/** What a schema asks without asking others about the same value. */
type Own = Pick<Asked, 'tests' | 'members' | 'items'>

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
      const body = this.#noting('place', (otherwise) => this.#statements(node, { ...ARGUMENTS, otherwise }))
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
    const { same, conditionals, ...own } = asked(node.rules)
    if (same.length + conditionals.length === 0) return this.#own(own, subject)
    return [
      this.#apart(subject, (each) => this.#own(own, each)),
      ...same.map(({ node: other }) => this.#apart(subject, (each) => this.#node(other, each))),
      ...conditionals.map((form) => this.#conditional(form, subject)),
    ].join('')
  }

  #own({ tests, members, items }: Own, subject: Subject): string {
    // Where the code goes on after a wrong type, nothing is proven.
    const proven = 'leave' in subject.otherwise ? tests.find(({ proves }) => proves)?.proves : undefined
    const required = members?.rules.required
    const rules = tests.map(({ rule }) => rule)
    const wrong = this.#wrong(subject, required ? [...rules, required] : rules)
    return [
      this.#depthCheck(subject),
      ...tests.map((test) => this.#test(test, subject, proven) + wrong(test.rule)),
      members && guarded('object', proven, subject, this.#members(members, subject, wrong)),
      ...items.map(({ each }) => guarded('array', proven, subject, this.#items(each, subject))),
    ].join('')
  }

  /** Several schemas may be asked about one value, and each of them may be broken. */
  #apart(subject: Subject, write: (subject: Subject) => string): string {
    const { otherwise } = subject
    return 'leave' in otherwise
      ? write(subject)
      : this.#noting(otherwise.place, (apart) => `{${write({ ...subject, otherwise: apart })}}`)
  }

  /** Code with a variable for what is broken at a place, which reports it in the end. */
  #noting(place: string, write: (otherwise: Finding) => string): string {
    const broken = this.#source.name()
    return `let ${broken};${write({ place, broken })}if (${broken} !== undefined) ${broken}(${place}, report);`
  }

  /** Only a schema that looks deeper than it may has to count. */
  #depthCheck({ depth }: Subject): string {
    if (this.#graph.levels <= DEEPEST) return ''
    return `if (${depth} > ${DEEPEST}) throw new ${this.#source.use(TooDeep)}();`
  }

  /** A condition, to be followed by what to do where the value does not pass. */
  #test(test: Asked['tests'][number], subject: Subject, proven: keyof BasicTypes | undefined): string {
    const isApart = test.of !== 'any' && test.of !== proven
    const guard = isApart ? `${IS[test.of](subject.value)} && ` : ''
    return `if (${guard}!(${test.code(subject.value, this.#source.use)})) `
  }

  /** What to do where a value breaks one of its schema's own rules. Where it breaks two, all are asked anew. */
  #wrong({ otherwise }: Subject, rules: readonly Rule[]): (rule: Rule) => string {
    if ('leave' in otherwise) return () => `${otherwise.leave};`
    const { use } = this.#source
    const { broken } = otherwise
    const all: Find = (place, report) => {
      for (const rule of rules) rule.report(place, report)
    }
    return (rule) => {
      const one = use(rule.reportBroken ?? rule.report)
      return rule === rules[0]
        ? `${broken} = ${one};`
        : `${broken} = ${broken} === undefined ? ${one} : ${use(all)};`
    }
  }

  /** What to do with a member that must not be there. */
  #unwanted({ otherwise }: Subject, rule: Rule | undefined): string {
    return 'leave' in otherwise
      ? `${otherwise.leave};`
      : `${otherwise.broken} = ${this.#source.use(rule?.reportMember)};`
  }

  /**
   * One walk over the members. Reading `value[name]` by the loop's own name is the one way to read members at full
   * speed from objects of any shape: reading each by its name is slow once an engine has seen more than a few shapes.
   */
  #members(
    { required, listed, others, rules }: AskedMembers,
    subject: Subject,
    wrong: (rule: Rule) => string,
  ): string {
    const { value, otherwise } = subject
    const [name, member, count, rank] = [0, 0, 0, 0].map(() => this.#source.name()) as FourNames
    const isRequired = new Set(required)
    const branches = (below: Subject): string => {
      const branch = (form: MemberForm, rule: Rule | undefined): string =>
        form === true ? '' : form === false ? this.#unwanted(below, rule) : this.#node(form, below)
      const known = Array.from(new Set([...listed.keys(), ...required]), (each) => {
        const form = listed.get(each)
        const code = form === undefined ? branch(others, rules.others) : branch(form, rules.listed)
        return `if (${name} === ${JSON.stringify(each)}) {${code}${isRequired.has(each) ? `${count}++;` : ''}} else `
      })
      return `${known.join('')}{${branch(others, rules.others)}}`
    }
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
      `${this.#below(subject, { segment: name, rank, value: member }, branches)}}` +
      (rules.required && isRequired.size > 0
        ? `if (${count} !== ${isRequired.size}) ${wrong(rules.required)}`
        : '')
    )
  }

  #items(each: Node, subject: Subject): string {
    const [item, index] = [this.#source.name(), this.#source.name()]
    const child = { segment: index, rank: index, value: item }
    return (
      `for (let ${index} = 0; ${index} < ${subject.value}.length; ${index}++) {` +
      `const ${item} = ${subject.value}[${index}];` +
      `${this.#below(subject, child, (below) => this.#node(each, below))}}`
    )
  }

  /** Asks a member or an item. */
  #below({ depth, otherwise }: Subject, child: Child, write: (subject: Subject) => string): string {
    const { value, segment, rank } = child
    const below = { value, depth: `${depth} + 1` }
    if ('leave' in otherwise) return write({ ...below, otherwise })
    const place = `${this.#source.use(childPlace)}(${otherwise.place}, ${segment}, ${rank}, ${value})`
    return this.#noting(place, (noted) => write({ ...below, otherwise: noted }))
  }

  #conditional(form: Conditional, subject: Subject): string {
    const label = this.#source.name()
    const condition = this.#node(form.if, { ...subject, otherwise: { leave: `break ${label}` } })
    const consequence = this.#apart(subject, (each) => this.#node(form.then, each))
    if ('leave' in subject.otherwise) return `${label}: {${condition}${consequence}}`
    const outer = this.#source.name()
    const words = JSON.stringify(form.inWords())
    return `${label}: {${condition}const ${outer} = report.enter(${words});${consequence}report.leave(${outer});}`
  }
}

/** The expressions for a member or an item. */
type Child = Readonly<Record<'segment' | 'rank' | 'value', string>>

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
