import { childPointer, isAtOrBelow, overlap, parentPointer, relocated, valueAt } from '../json/pointer.ts'
import { isMembers, type Members } from '../json/values.ts'

/** A JSON Schema in the subset of the contracts. */
export type Schema = Members

/** A member or an item of the artifact, with its schema. */
export interface Site {
  readonly pointer: string
  /** The object or array that contains it, in the written value. */
  readonly container: Members | unknown[]
  /** The member's name; the index of an item. */
  readonly name: string
  readonly value: unknown
  readonly schema: Schema
  readonly isItem: boolean
  readonly isRequired: boolean
  /** The schema of the container. */
  readonly parent: Schema
}

/** A value that is at `from` in the original, and at `to` in the written value. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** An artifact while mistakes are made in it. */
export class Draft {
  /** What a correct agent writes. Some mistakes need a certain content, and set it here and in `written`. */
  original: Members
  /** What this agent writes. */
  written: unknown
  /** For each mistake the pointers of the values that it concerns, in the original and in the written value. */
  readonly touched: string[][] = []
  /** Where mistakes have moved values, in their order. */
  readonly moves: Move[] = []
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #contract: string

  constructor(contract: string, artifact: Members, schemas: Readonly<Record<string, Schema>>) {
    this.original = structuredClone(artifact)
    this.written = structuredClone(artifact)
    this.#contract = contract
    this.#schemas = schemas
  }

  /** The members and items that no mistake concerns yet. */
  sites(): Site[] {
    return this.allSites().filter(({ pointer }) => this.isFree(pointer))
  }

  /** The members and items that are at their place. */
  allSites(): Site[] {
    const file = `${this.#contract}.schema.json`
    return [...this.#below(this.written, this.#schema(file), file, '')]
  }

  /** Records that a mistake has moved the value at a pointer, with the other mistakes in it. */
  move(from: string, to: string): void {
    this.moves.push({ from, to })
    for (const pointers of this.touched) {
      const moved = pointers.filter((pointer) => isAtOrBelow(pointer, from))
      pointers.push(...moved.map((pointer) => relocated(pointer, from, to)))
    }
  }

  isFree(pointer: string): boolean {
    return this.touched.flat().every((other) => !overlap(pointer, other))
  }

  /** Sets the value in the original as well as in the written value: the mistake is made in it afterwards. */
  setBoth(site: Site, value: unknown): void {
    set(site.container, site.name, value)
    set(this.originalContainer(site), site.name, structuredClone(value))
  }

  /** The object or array of the original that contains the site. */
  originalContainer({ pointer }: Site): Members | unknown[] {
    return valueAt(this.original, parentPointer(pointer)) as Members | unknown[]
  }

  *#below(value: unknown, schema: Schema, file: string, at: string): Generator<Site> {
    const { items, properties, required = [] } = schema
    if (Array.isArray(value) && isMembers(items)) {
      for (const [index, item] of value.entries())
        yield* this.#site(value, String(index), item, items, file, at, {
          schema,
          isItem: true,
          isRequired: true,
        })
    }
    if (!isMembers(value) || !isMembers(properties)) return
    for (const [name, member] of Object.entries(value)) {
      const memberSchema = properties[name]
      if (!isMembers(memberSchema)) continue
      const isRequired = (required as string[]).includes(name)
      yield* this.#site(value, name, member, memberSchema, file, at, { schema, isItem: false, isRequired })
    }
  }

  *#site(
    container: Members | unknown[],
    name: string,
    value: unknown,
    reference: Schema,
    file: string,
    at: string,
    { schema: parent, isItem, isRequired }: { schema: Schema; isItem: boolean; isRequired: boolean },
  ): Generator<Site> {
    const { schema, file: target } = this.#resolve(reference, file)
    const pointer = childPointer(at, name)
    yield { pointer, container, name, value, schema, isItem, isRequired, parent }
    yield* this.#below(value, schema, target, pointer)
  }

  #resolve(schema: Schema, file: string): { schema: Schema; file: string } {
    const reference = schema['$ref']
    if (typeof reference !== 'string') return { schema, file }
    const [name = '', pointer = ''] = reference.split('#')
    const target = name === '' ? file : name
    return { schema: valueAt(this.#schema(target), pointer) as Schema, file: target }
  }

  #schema(file: string): Schema {
    const schema = this.#schemas[file.replace('.schema.json', '')]
    if (!schema) throw new Error(`There is no schema ${file}`)
    return schema
  }
}

/** Sets a member of an object or an item of an array. */
export function set(container: Members | unknown[], name: string, value: unknown): void {
  if (Array.isArray(container)) container[Number(name)] = value
  else container[name] = value
}
