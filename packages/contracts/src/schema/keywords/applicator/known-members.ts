import { hasMember, isArray, isObject, isString, type JsonObject } from '../../../json.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { Suggester, type Suggestion } from '../../../violations/did-you-mean.ts'
import type { MemberLocation } from '../../../violations/location.ts'
import { acceptsType } from '../accepts-type.ts'
import type { KeywordContext } from '../../keyword.ts'
import { propertySchemas } from './properties.ts'
import type { SchemaNode } from '../../types.ts'

/** What a closed object allows. */
export class KnownMembers {
  readonly names: ReadonlySet<string>
  readonly schemas: ReadonlyMap<string, SchemaNode>
  readonly required: readonly string[]
  /** The schema of the object around the closed one. */
  readonly container: SchemaNode | undefined
  /** Adds the violation of an unexpected member. */
  readonly addUnexpected: (member: MemberLocation, collector: ViolationCollector) => void
  readonly #suggester: Suggester
  readonly #holders = new Map<string, string[]>()

  constructor(
    names: ReadonlySet<string>,
    context: KeywordContext,
    addUnexpected: (member: MemberLocation, collector: ViolationCollector) => void,
  ) {
    const required = context.siblingValue('required')
    const schemas = propertySchemas(context)
    this.names = names
    this.schemas = schemas
    this.required = isArray(required) ? required.filter(isString) : []
    this.container = context.node.container
    this.addUnexpected = addUnexpected
    this.#suggester = new Suggester(names)
    for (const [holder, schema] of schemas) {
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
