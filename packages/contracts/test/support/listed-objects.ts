import { resolve, type Schema, schemaOf } from '../rules/artifacts.ts'
import { tokenOf } from '@workbench/test-support/json/edit-json'

/** A schema and its file, against which its references are resolved. */
interface Located {
  readonly schema: Schema
  readonly file: string
}

/** An object in an artifact, whose schema has `properties`. */
interface ListedObject {
  readonly pointer: string
  readonly required: readonly string[]
  readonly isClosed: boolean
}

/** Every object in an artifact whose schema has `properties`. */
export const listedObjectsIn = (id: string, artifact: unknown): ListedObject[] =>
  objectsUnder(artifact, '', { schema: schemaOf(id), file: `${id}.schema.json` })

function objectsUnder(value: unknown, pointer: string, { schema, file }: Located): ListedObject[] {
  const { $ref, items, properties, required = [], additionalProperties } = schema
  if (typeof $ref === 'string') return objectsUnder(value, pointer, resolve($ref, file))
  if (Array.isArray(value)) {
    return items === undefined
      ? []
      : value.flatMap((item, index) =>
          objectsUnder(item, pointer + tokenOf(index), { schema: items as Schema, file }),
        )
  }
  if (typeof value !== 'object' || value === null || properties === undefined) return []
  const here = { pointer, required: required as string[], isClosed: additionalProperties === false }
  const below = Object.entries(value).flatMap(([name, member]) => {
    const memberSchema = (properties as Schema)[name]
    return memberSchema === undefined
      ? []
      : objectsUnder(member, pointer + tokenOf(name), { schema: memberSchema as Schema, file })
  })
  return [here, ...below]
}
