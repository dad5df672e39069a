import { resolve, type Schema, schemaOf } from '@workbench/test-support/contract-files'

/** What a model writes for an artifact. Independent of the package: it reads the contract file and the model schema. */
export const modelOutputOf = (id: string, artifact: unknown, modelSchema: Schema): unknown =>
  outputOf(artifact, { schema: schemaOf(id), file: `${id}.schema.json` }, modelSchema)

interface Located {
  readonly schema: Schema
  readonly file: string
}

function outputOf(value: unknown, located: Located, modelSchema: Schema): unknown {
  const { $ref, type, properties, items } = located.schema
  if (typeof $ref === 'string') return outputOf(value, resolve($ref, located.file), modelSchema)
  const at = (schema: unknown) => ({ schema: (schema ?? {}) as Schema, file: located.file })
  if (type === undefined)
    return typeof value === 'object' && value !== null ? { json: JSON.stringify(value) } : value
  if (Array.isArray(value))
    return value.map((item) => outputOf(item, at(items), branchOf(modelSchema, 'array')['items'] as Schema))
  if (typeof value !== 'object' || value === null) return value
  if (properties === undefined) return JSON.stringify(value)
  const model = branchOf(modelSchema, 'object')
  const required = new Set(model['required'] as string[])
  const members = Object.entries(model['properties'] as Record<string, Schema>).flatMap(([name, member]) => {
    if (!Object.hasOwn(value, name)) return required.has(name) ? [[name, null] as const] : []
    const schema = (properties as Schema)[name]
    return [[name, outputOf((value as Schema)[name], at(schema), member)] as const]
  })
  return Object.fromEntries(members)
}

/** The alternative of a model schema that is of the type. */
function branchOf(schema: Schema, type: string): Schema {
  const found = ((schema['anyOf'] ?? [schema]) as Schema[]).find((branch) => branch['type'] === type)
  if (!found) throw new Error(`The model schema has no ${type}: ${JSON.stringify(schema)}`)
  return found
}
