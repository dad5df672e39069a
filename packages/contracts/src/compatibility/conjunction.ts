import { isArray, isNumber, isObject, isString, type Json } from '../json.ts'
import { isValidFromRoot } from '../schema/evaluation/limits.ts'
import type { KeywordName } from '../schema/keywords/supported-keywords.ts'
import type { SchemaNode } from '../schema/types.ts'
import { withReferences } from '../schema/with-references.ts'
import { constraintsIn, isUndecided } from './compared-keywords.ts'

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
    return this.#all('type').every((types) =>
      typeNames(types).some((name) => name === type || (name === 'integer' && type === 'number')),
    )
  }

  /** Whether `type` allows integers, but no other numbers. */
  get isInteger(): boolean {
    return this.#all('type').some((types) => !typeNames(types).includes('number'))
  }

  /** All accepted values, if `const` or `enum` lists them. */
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

  /** Names that `properties` of any of the schemas lists. */
  get memberNames(): ReadonlySet<string> {
    return new Set(this.#all('properties').flatMap((members) => Object.keys(members as object)))
  }

  /** The values that a member may have; undefined if the member is not allowed. */
  member(name: string): Conjunction | undefined {
    const subschemas = new Map<SchemaNode, SchemaNode>()
    for (const node of this.nodes) {
      const members = node.schema['properties']
      const isListed = isObject(members) && hasKeyword(members, name)
      const schema = isListed ? members[name] : node.schema['additionalProperties']
      if (schema === false) return undefined
      const subschema = isListed ? node.subschema('properties', name) : node.subschema('additionalProperties')
      if (subschema) subschemas.set(node, subschema)
    }
    return this.#ofSubschemas(subschemas)
  }

  get items(): Conjunction {
    const items = this.nodes.map((node) => [node, node.subschema('items')] as const)
    return this.#ofSubschemas(new Map(items.flatMap(([node, item]) => (item ? [[node, item]] : []))))
  }

  /** @param subschemas by the schemas that contain them. */
  #ofSubschemas(subschemas: ReadonlyMap<SchemaNode, SchemaNode>): Conjunction {
    const entries = [...subschemas]
    const assumed = entries.filter(([node]) => this.#assumed.has(node)).map(([, subschema]) => subschema)
    return new Conjunction(
      entries.filter(([node]) => !this.#assumed.has(node)).map(([, subschema]) => subschema),
      assumed,
    )
  }

  get conditionals(): readonly { readonly condition: SchemaNode; readonly consequence: SchemaNode }[] {
    return this.nodes.flatMap((node) => {
      const [condition, consequence] = [node.subschema('if'), node.subschema('then')]
      return condition && consequence ? [{ condition, consequence }] : []
    })
  }

  /** Keywords without a check. What the conjunction says about members and items may be wrong if it has one. */
  get undecidedKeywords(): readonly KeywordName[] {
    return this.nodes.flatMap(({ schema }) => constraintsIn(schema).filter(isUndecided))
  }

  /**
   * Location of the first of the keywords that one of the schemas has, as
   * `finding.v1.schema.json#/properties/title/maxLength`; of the first schema if none has any of them.
   */
  schemaPathOf(...keywords: readonly KeywordName[]): string | undefined {
    const oldNodes = this.nodes.filter((node) => !this.#assumed.has(node))
    for (const keyword of keywords) {
      const node = oldNodes.find(({ schema }) => hasKeyword(schema, keyword))
      if (node) return `${node.file}#${node.pointer}/${keyword}`
    }
    return oldNodes[0] && `${oldNodes[0].file}#${oldNodes[0].pointer}`
  }

  #all(keyword: KeywordName): unknown[] {
    return this.nodes.flatMap(({ schema }) => (hasKeyword(schema, keyword) ? [schema[keyword]] : []))
  }
}

export const hasKeyword = (schema: object, keyword: string): boolean => Object.hasOwn(schema, keyword)

/** The value of `type` as a list. */
export const typeNames = (types: unknown): readonly unknown[] => (isArray(types) ? types : [types])

const ids = new WeakMap<SchemaNode, string>()
let lastId = 0

/** An id of a compiled schema, unique in this process. */
export function nodeId(node: SchemaNode): string {
  let id = ids.get(node)
  if (id === undefined) ids.set(node, (id = String(++lastId)))
  return id
}
