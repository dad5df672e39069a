import { isObject, isString, type JsonObject, token } from '@workbench/json-text'
import { supportedKeywords } from '../schema/keywords/supported-keywords.ts'

/** Finds a schema by the part of a `$ref` before `#`. */
export type FindSchema = (name: string) => unknown

/**
 * Collects schemas that refer to each other by file name in the `$defs` of one document, and rewrites their references to
 * locations in it. The schemas must be valid: see {@link compile}.
 */
export class Bundle {
  readonly #find: FindSchema
  /** The location of each schema in the document. */
  readonly #locations = new Map<string, string>()
  readonly #defs = new Map<string, unknown>()
  readonly #usedNames: ReadonlySet<string>

  /** @param root a schema that is the root of the document, instead of an entry in `$defs` */
  constructor(find: FindSchema, root?: { readonly name: string; readonly schema: JsonObject }) {
    this.#find = find
    if (root) this.#locations.set(root.name, '#')
    const defs = root?.schema['$defs']
    this.#usedNames = new Set(isObject(defs) ? Object.keys(defs) : [])
  }

  /** The schemas that were added, for `$defs`. */
  get defs(): JsonObject {
    return Object.fromEntries(this.#defs)
  }

  /** Adds a schema, and all that it refers to. Returns its location, as in `#/$defs/finding.v1`. */
  add(name: string): string {
    const known = this.#locations.get(name)
    if (known !== undefined) return known
    let key = name.replace(/\.schema\.json$/, '')
    while (this.#usedNames.has(key)) key += '_'
    const location = `#/$defs${encodeURI(token(key))}`
    this.#locations.set(name, location)
    // Recorded before its references are rewritten, so that the order is that of the calls.
    this.#defs.set(key, undefined)
    this.#defs.set(key, this.rewrite(this.#find(name), location))
    return location
  }

  /** A copy of a schema at this location. Without `$id`, relative to which the references would be resolved. */
  rewrite(schema: unknown, location: string): unknown {
    const base = location.slice(1)
    return mapSubschemas(schema, ({ $id: _, $schema, $ref, ...others }) => ({
      ...($schema !== undefined && base === '' && { $schema }),
      ...($ref !== undefined && { $ref: this.#resolve($ref, location) }),
      ...others,
    }))
  }

  #resolve(reference: unknown, location: string): unknown {
    if (!isString(reference)) return reference
    const [name = '', fragment = ''] = reference.replace(/^\.\//, '').split('#')
    return (name === '' ? location : this.add(name)) + fragment
  }
}

/** Returns a copy of a schema in which it and each subschema is replaced by the result of the function. */
export function mapSubschemas(schema: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).map(([keyword, value]) => {
    const subschemas = supportedKeywords.get(keyword)?.subschemas
    if (subschemas === 'value') return [keyword, mapSubschemas(value, change)] as const
    if (subschemas !== 'members' || !isObject(value)) return [keyword, value] as const
    const named = Object.entries(value).map(
      ([name, member]) => [name, mapSubschemas(member, change)] as const,
    )
    return [keyword, Object.fromEntries(named)] as const
  })
  return change(Object.fromEntries(members))
}
