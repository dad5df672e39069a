import { hasMember, type JsonObject, memoized } from '@workbench/json-text'
import type { SchemaNode } from '../../schema/types.ts'
import { withReferences } from '../../schema/with-references.ts'
import { Suggester } from '../../words/did-you-mean.ts'
import { acceptsType } from '../accepts-type.ts'

/** Objects with more members are not searched for members that belong elsewhere. */
export const MAX_MEMBERS = 60

/** What a closed object allows. */
export type KnownMembers = ReturnType<typeof knownMembersOf>

export const knownMembersOf = memoized((node: SchemaNode) => {
  const { known = [], required = [] } = node.constraints.members ?? {}
  const names: ReadonlySet<string> = new Set(known)
  const suggester = new Suggester(known)
  const holders = new Map<string, string[]>()
  for (const holder of known) {
    const schema = ownPropertyOf(node, holder)
    if (!schema || !acceptsType(schema, {})) continue
    for (const name of propertyNames(schema)) holders.set(name, [...(holders.get(name) ?? []), holder])
  }
  return {
    node,
    names,
    required,
    /** The most similar name of a member that is absent. A colon in the quotes does not belong to the name. */
    suggest: (name: string, object: JsonObject) =>
      suggester.suggest(name.replace(/:$/, ''), (other) => !hasMember(object, other)),
    /** The members whose objects can have a member of that name. */
    holdersOf: (name: string): readonly string[] => holders.get(name) ?? [],
  }
})

/** The names of `properties`, of the targets of `$ref` too. */
const propertyNames = (schema: SchemaNode): string[] =>
  withReferences([schema]).flatMap(({ constraints }) => constraints.members?.known ?? [])

/** The schema of a member in the targets of `$ref` too. */
export const propertyOf = (schema: SchemaNode | undefined, name: string): SchemaNode | undefined =>
  schema && (ownPropertyOf(schema, name) ?? propertyOf(schema.constraints.reference, name))

export function ownPropertyOf({ constraints }: SchemaNode, name: string): SchemaNode | undefined {
  const property = constraints.members?.properties.get(name)
  return typeof property === 'object' ? property : undefined
}
