import type { Json } from '@workbench/json-text'
import {
  type ConditionalConstraint,
  type Constraints,
  isValidFromRoot,
  type KeywordName,
  type MemberSchema,
  type MembersConstraint,
  type SchemaNode,
  type TestExpectations,
  type TestKeyword,
  type TypeName,
  withReferences,
} from '@workbench/contracts/internal'

/** The JSON types. `number` includes integers. */
export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/**
 * The conjunction of several schemas: the values that all of them accept. Without any schema, every value.
 *
 * The members and items of such a value are described by conjunctions of subschemas. A finite set of schemas has
 * finitely many conjunctions, so that the comparison of recursive schemas terminates.
 */
export class Conjunction {
  /** The schemas, including those that they refer to with `$ref`. */
  readonly nodes: readonly SchemaNode[]
  /** Equal for conjunctions of the same schemas. */
  readonly key: string
  /** `if` schemas of the new schema: the conjunction is restricted to the values that satisfy them. */
  readonly #assumed: ReadonlySet<SchemaNode>

  constructor(nodes: Iterable<SchemaNode>, assumed: Iterable<SchemaNode> = []) {
    this.#assumed = new Set(withReferences(assumed))
    this.nodes = [...new Set([...withReferences(nodes), ...this.#assumed])]
    this.key = this.nodes.map(nodeId).sort().join('&')
  }

  and(...nodes: readonly SchemaNode[]): Conjunction {
    return new Conjunction([...this.nodes, ...nodes], this.#assumed)
  }

  /** Restricts the conjunction to the values that satisfy an `if` of the new schema. */
  assuming(condition: SchemaNode): Conjunction {
    return new Conjunction(this.nodes, [...this.#assumed, condition])
  }

  accepts(value: unknown): boolean {
    return this.nodes.every((node) => isValidFromRoot(node.isValid, value))
  }

  allowsType(type: JsonType): boolean {
    return this.#all('type').every((names) => includesType(names, type))
  }

  /** Whether `type` allows integers, but no other numbers. */
  get isInteger(): boolean {
    return this.#all('type').some((names) => !names.includes('number'))
  }

  /** All accepted values, if `const` or `enum` lists them. */
  get values(): readonly Json[] | undefined {
    const [listed] = [...this.#all('const').map((value) => [value]), ...this.#all('enum')]
    return listed?.filter((value) => this.accepts(value))
  }

  get maxLength(): number {
    return Math.min(Infinity, ...this.#all('maxLength'))
  }

  get patterns(): readonly string[] {
    return [...new Set(this.#all('pattern'))]
  }

  /** Of integers, the least one. */
  get minimum(): number {
    const minimum = Math.max(-Infinity, ...this.#all('minimum'))
    return this.isInteger ? Math.ceil(minimum) : minimum
  }

  /** Of integers, the greatest one. */
  get maximum(): number {
    const maximum = Math.min(Infinity, ...this.#all('maximum'))
    return this.isInteger ? Math.floor(maximum) : maximum
  }

  get minItems(): number {
    return Math.max(0, ...this.#all('minItems'))
  }

  get required(): ReadonlySet<string> {
    return new Set(this.#members.flatMap(({ required }) => required))
  }

  /** Names that `properties` of any of the schemas lists. */
  get memberNames(): ReadonlySet<string> {
    return new Set(this.#members.flatMap(({ known }) => known))
  }

  /** The values that a member may have; undefined if the member is not allowed. */
  member(name: string): Conjunction | undefined {
    return this.#members.some((members) => members.ruleOf(name).schema === false)
      ? undefined
      : this.#below(({ members }) => members?.ruleOf(name).schema)
  }

  get items(): Conjunction {
    return this.#below(({ items }) => items)
  }

  /** The conjunction of one subschema of each schema, if it has one. */
  #below(subschemaOf: (constraints: Constraints) => MemberSchema | undefined): Conjunction {
    const subschemasOf = (nodes: Iterable<SchemaNode>) =>
      Array.from(nodes, ({ constraints }) => subschemaOf(constraints)).filter(
        (each) => typeof each === 'object',
      )
    return new Conjunction(subschemasOf(this.#oldNodes), subschemasOf(this.#assumed))
  }

  get conditionals(): readonly ConditionalConstraint[] {
    return this.nodes.flatMap(({ constraints }) => constraints.conditional ?? [])
  }

  /**
   * Location of the first of the keywords that one of the schemas has, as
   * `finding.v1.schema.json#/properties/title/maxLength`; of the first schema if none has any of them.
   */
  schemaPathOf(...keywords: readonly KeywordName[]): string | undefined {
    for (const keyword of keywords) {
      const node = this.#oldNodes.find(({ schema }) => Object.hasOwn(schema, keyword))
      if (node) return `${node.schemaPath}/${keyword}`
    }
    return this.#oldNodes[0]?.schemaPath
  }

  get #oldNodes(): readonly SchemaNode[] {
    return this.nodes.filter((node) => !this.#assumed.has(node))
  }

  get #members(): readonly MembersConstraint[] {
    return this.nodes.flatMap(({ constraints }) => constraints.members ?? [])
  }

  /** What a keyword of each schema that has it demands. */
  #all<Keyword extends TestKeyword>(keyword: Keyword): TestExpectations[Keyword][] {
    return this.nodes.map((node) => expectedOf(node, keyword)).filter((expected) => expected !== undefined)
  }
}

/** What a keyword of the schema demands; undefined if the schema does not have the keyword. */
export const expectedOf = <Keyword extends TestKeyword>({ constraints }: SchemaNode, keyword: Keyword) =>
  constraints.tests.find((test) => test.keyword === keyword)?.expected as
    | TestExpectations[Keyword]
    | undefined

/** Whether the list names the type, or for numbers the integers. */
export const includesType = (names: readonly TypeName[], type: JsonType): boolean =>
  names.includes(type) || (type === 'number' && names.includes('integer'))

const ids = new WeakMap<SchemaNode, string>()
let lastId = 0

/** An id of a compiled schema, unique in this process. */
export function nodeId(node: SchemaNode): string {
  let id = ids.get(node)
  if (id === undefined) ids.set(node, (id = String(++lastId)))
  return id
}
