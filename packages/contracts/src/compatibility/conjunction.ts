import { isArray, isNumber, isObject, isString, type Json } from '../json.ts'
import type { Node } from '../schema/rule.ts'
import { holdsFromRoot } from '../schema/node.ts'

/** The JSON types; an integer is a number here. */
export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/**
 * What a value has to be under several schemas at once. Its members and items are conjunctions again, so that recursive
 * schemas have finitely many of them. No schemas at all: anything.
 */
export class Conjunction {
  readonly nodes: readonly Node[]
  /** Equal for conjunctions of the same schemas. */
  readonly key: string
  /** Those of its schemas that are conditions of the other side, met by the values in question. */
  readonly #assumed: ReadonlySet<Node>

  constructor(nodes: Iterable<Node>, assumed: Iterable<Node> = []) {
    this.#assumed = new Set(withReferences(assumed))
    this.nodes = [...new Set([...withReferences(nodes), ...this.#assumed])]
    this.key = this.nodes.map(nodeId).sort().join('&')
  }

  and(...nodes: readonly Node[]): Conjunction {
    return new Conjunction([...this.nodes, ...nodes], this.#assumed)
  }

  /** The values of the conjunction that meet a condition of the other side too. */
  assuming(condition: Node): Conjunction {
    return new Conjunction(this.nodes, [...this.#assumed, condition])
  }

  accepts(value: unknown): boolean {
    return this.nodes.every((node) => holdsFromRoot(node.holds, value))
  }

  allowsType(type: JsonType): boolean {
    return this.#all('type').every((types) =>
      typeNames(types).some((name) => name === type || isNumeric(name, type)),
    )
  }

  /** Whether its numbers are integers. */
  get isInteger(): boolean {
    return this.#all('type').some((types) => !typeNames(types).includes('number'))
  }

  /** All its values, where `const` or `enum` lists them. */
  get values(): readonly Json[] | undefined {
    const node = this.nodes.find(({ schema }) => hasKeyword(schema, 'const') || hasKeyword(schema, 'enum'))
    if (!node) return undefined
    const listed = hasKeyword(node.schema, 'const')
      ? [node.schema['const']]
      : (node.schema['enum'] as unknown[])
    return listed.filter((value) => this.accepts(value)) as Json[]
  }

  get maxLength(): number {
    return Math.min(Infinity, ...this.#all('maxLength').filter(isNumber))
  }

  get patterns(): readonly string[] {
    return [...new Set(this.#all('pattern').filter(isString))]
  }

  get minimum(): number {
    return Math.max(-Infinity, ...this.#all('minimum').filter(isNumber))
  }

  get maximum(): number {
    return Math.min(Infinity, ...this.#all('maximum').filter(isNumber))
  }

  get minItems(): number {
    return Math.max(0, ...this.#all('minItems').filter(isNumber))
  }

  get required(): ReadonlySet<string> {
    return new Set(this.#all('required').flatMap((names) => names as string[]))
  }

  /** Names of the members that any of the schemas lists. */
  get memberNames(): ReadonlySet<string> {
    return new Set(this.#all('properties').flatMap((members) => Object.keys(members as object)))
  }

  /** What a member has to be; undefined where it must be absent. */
  member(name: string): Conjunction | undefined {
    const subschemas = new Map<Node, Node>()
    for (const node of this.nodes) {
      const members = node.schema['properties']
      const isListed = isObject(members) && hasKeyword(members, name)
      const schema = isListed ? members[name] : node.schema['additionalProperties']
      if (schema === false) return undefined
      const subschema = isListed ? node.subschema('properties', name) : node.subschema('additionalProperties')
      if (subschema) subschemas.set(node, subschema)
    }
    return this.#below(subschemas)
  }

  get items(): Conjunction {
    const items = this.nodes.map((node) => [node, node.subschema('items')] as const)
    return this.#below(new Map(items.flatMap(([node, item]) => (item ? [[node, item]] : []))))
  }

  /** The conjunction of subschemas, by the schemas that they stand in. */
  #below(subschemas: ReadonlyMap<Node, Node>): Conjunction {
    const entries = [...subschemas]
    const assumed = entries.filter(([node]) => this.#assumed.has(node)).map(([, subschema]) => subschema)
    return new Conjunction(
      entries.filter(([node]) => !this.#assumed.has(node)).map(([, subschema]) => subschema),
      assumed,
    )
  }

  /** The pairs of `if` and `then` among its schemas. */
  get conditionals(): readonly { readonly condition: Node; readonly consequence: Node }[] {
    return this.nodes.flatMap((node) => {
      const [condition, consequence] = [node.subschema('if'), node.subschema('then')]
      return condition && consequence ? [{ condition, consequence }] : []
    })
  }

  /** Where a rule of the conjunction stands, as `finding.v1.schema.json#/properties/title/maxLength`. */
  schemaPathOf(...keywords: readonly string[]): string | undefined {
    const own = this.nodes.filter((node) => !this.#assumed.has(node))
    for (const keyword of keywords) {
      const node = own.find(({ schema }) => hasKeyword(schema, keyword))
      if (node) return `${node.file}#${node.pointer}/${keyword}`
    }
    return own[0] && `${own[0].file}#${own[0].pointer}`
  }

  #all(keyword: string): unknown[] {
    return this.nodes.flatMap(({ schema }) => (hasKeyword(schema, keyword) ? [schema[keyword]] : []))
  }
}

export const hasKeyword = (schema: object, keyword: string): boolean => Object.hasOwn(schema, keyword)

/** The names in the value of `type`. */
export const typeNames = (types: unknown): readonly unknown[] => (isArray(types) ? types : [types])

const isNumeric = (name: unknown, type: JsonType): boolean => name === 'integer' && type === 'number'

function withReferences(nodes: Iterable<Node>): Node[] {
  const closed = new Set<Node>()
  const add = (node: Node): void => {
    if (closed.has(node)) return
    closed.add(node)
    if (node.reference) add(node.reference)
  }
  for (const node of nodes) add(node)
  return [...closed]
}

const ids = new WeakMap<Node, string>()
let lastId = 0

/** A name for a compiled schema, unique as long as the program runs. */
export function nodeId(node: Node): string {
  let id = ids.get(node)
  if (id === undefined) ids.set(node, (id = String(++lastId)))
  return id
}
