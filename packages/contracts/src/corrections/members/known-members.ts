import { hasMember, type JsonObject } from '../../json.ts'
import { memoized } from '../../memoized.ts'
import type { SchemaNode } from '../../schema/types.ts'
import { withReferences } from '../../schema/with-references.ts'
import { Suggester, type Suggestion } from '../../violations/did-you-mean.ts'
import { acceptsType } from '../accepts-type.ts'

/** Objects with more members are not searched for members that belong elsewhere. */
export const MAX_MEMBERS = 60

/** What a closed object allows. */
export class KnownMembers {
  readonly node: SchemaNode
  readonly names: ReadonlySet<string>
  readonly required: readonly string[]
  readonly #suggester: Suggester
  readonly #holders = new Map<string, string[]>()

  constructor(node: SchemaNode) {
    const { known = [], required = [] } = node.constraints.members ?? {}
    this.node = node
    this.names = new Set(known)
    this.required = required
    this.#suggester = new Suggester(known)
    for (const holder of known) {
      const schema = ownPropertyOf(node, holder)
      if (!schema || !acceptsType(schema, {})) continue
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
const propertyNames = (schema: SchemaNode): string[] =>
  withReferences([schema]).flatMap(({ constraints }) => constraints.members?.known ?? [])

/** The schema of a member in the targets of `$ref` too. */
export const propertyOf = (schema: SchemaNode | undefined, name: string): SchemaNode | undefined =>
  schema && (ownPropertyOf(schema, name) ?? propertyOf(schema.reference, name))

export function ownPropertyOf({ constraints }: SchemaNode, name: string): SchemaNode | undefined {
  const property = constraints.members?.properties.get(name)
  return typeof property === 'object' ? property : undefined
}
