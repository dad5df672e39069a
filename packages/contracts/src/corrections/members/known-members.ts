import { hasMember, isArray, isObject, isString, type JsonObject } from '../../json.ts'
import { memoized } from '../../memoized.ts'
import type { SchemaNode } from '../../schema/types.ts'
import { Suggester, type Suggestion } from '../../violations/did-you-mean.ts'
import { acceptsType } from '../accepts-type.ts'

/** Objects with more members are not searched for members that belong elsewhere. */
export const MAX_MEMBERS = 60

/** What a closed object allows. */
export class KnownMembers {
  readonly node: SchemaNode
  readonly names: ReadonlySet<string>
  readonly schemas: ReadonlyMap<string, SchemaNode>
  readonly required: readonly string[]
  /** The schema of the object around the closed one. */
  readonly container: SchemaNode | undefined
  readonly #suggester: Suggester
  readonly #holders = new Map<string, string[]>()

  constructor(node: SchemaNode) {
    this.node = node
    const { properties, required } = node.schema
    const names = isObject(properties) ? Object.keys(properties) : []
    const schemas = names.map((name) => [name, node.subschema('properties', name)] as const)
    this.names = new Set(names)
    this.schemas = new Map(schemas.flatMap(([name, schema]) => (schema ? [[name, schema]] : [])))
    this.required = isArray(required) ? required.filter(isString) : []
    this.container = node.container
    this.#suggester = new Suggester(names)
    for (const [holder, schema] of this.schemas) {
      if (!acceptsType(schema, {})) continue
      for (const name of propertyNames(schema))
        this.#holders.set(name, [...(this.#holders.get(name) ?? []), holder])
    }
  }

  /** The most similar name of a member that is absent. */
  suggest(name: string, object: JsonObject): Suggestion | undefined {
    return this.#suggester.suggest(name, (other) => !hasMember(object, other))
  }

  /** The members whose objects can have a member of that name. */
  holdersOf(name: string): readonly string[] {
    return this.#holders.get(name) ?? []
  }
}

export const knownMembersOf = memoized((node: SchemaNode) => new KnownMembers(node))

/** The names of `properties`, of the targets of `$ref` too. */
function propertyNames({ schema, reference }: SchemaNode): string[] {
  const { properties } = schema
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(reference ? propertyNames(reference) : []),
  ]
}

/** The schema of a member in the targets of `$ref` too. */
export const propertyOf = (schema: SchemaNode | undefined, name: string): SchemaNode | undefined =>
  schema && (ownPropertyOf(schema, name) ?? propertyOf(schema.reference, name))

export function ownPropertyOf({ constraints }: SchemaNode, name: string): SchemaNode | undefined {
  const property = constraints.members?.properties.get(name)
  return typeof property === 'object' ? property : undefined
}
