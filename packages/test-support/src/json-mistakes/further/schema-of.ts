import { resolve, type Schema, schemaOf } from '../../contract-files.ts'
import type { ArtifactText } from '../mistakes/mistake.ts'
import { isOpening, type Token } from '../tokens.ts'
import { contentOf } from './tokens-of.ts'

/** A value of an artifact with its schema, in which references are resolved. */
export interface TypedValue {
  /** The first token of the value. */
  readonly token: Token
  /** The name of its member; undefined for an item and for the whole artifact. */
  readonly name: Token | undefined
  readonly schema: Schema
}

/** The values that the contract describes, in their order. */
export function typedValuesIn(json: ArtifactText): TypedValue[] {
  const values: TypedValue[] = []
  const containers = new Map<number, Located>()
  for (const [index, token] of json.tokens.entries()) {
    if (!startsValue(token)) continue
    const parent = containers.get(token.container)
    const opening = json.tokens[token.container]
    const name = opening?.kind === '{' ? json.tokens[index - 2] : undefined
    const located = opening ? parent && childOf(parent, name && contentOf(json, name)) : rootOf(json.contract)
    if (!located) continue
    values.push({ token, name, schema: located.schema })
    if (isOpening(token.kind)) containers.set(index, located)
  }
  return values
}

/** A word of which the contract lists the allowed ones. */
export interface EnumValue extends TypedValue {
  readonly word: string
  readonly others: readonly string[]
}

/** The strings that have an `enum` in the contract. */
export function enumValuesIn(json: ArtifactText): EnumValue[] {
  return typedValuesIn(json).flatMap((value) => {
    const allowed = value.schema['enum']
    if (!Array.isArray(allowed) || value.token.kind !== 'string') return []
    const word = contentOf(json, value.token)
    return [{ ...value, word, others: (allowed as string[]).filter((other) => other !== word) }]
  })
}

/** The schemas of the members of the whole artifact that the contract describes, by name. */
export const membersOf = (contract: string): Readonly<Record<string, Schema>> =>
  schemaOf(contract)['properties'] as Record<string, Schema>

interface Located {
  readonly schema: Schema
  readonly file: string
}

const startsValue = ({ kind }: Token): boolean =>
  isOpening(kind) || kind === 'string' || kind === 'number' || kind === 'literal'

const rootOf = (contract: string): Located => ({
  schema: schemaOf(contract),
  file: `${contract}.schema.json`,
})

/** The schema of a member, or of the items if there is no name. */
function childOf({ schema, file }: Located, name: string | undefined): Located | undefined {
  const child =
    name === undefined
      ? schema['items']
      : (schema['properties'] as Record<string, unknown> | undefined)?.[name]
  if (typeof child !== 'object' || child === null) return undefined
  const reference = (child as Schema)['$ref']
  return typeof reference === 'string' ? resolve(reference, file) : { schema: child as Schema, file }
}
