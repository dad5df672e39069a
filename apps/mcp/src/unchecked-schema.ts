import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

type Schema = Readonly<Record<string, unknown>>

/** A schema of an object that the SDK lists for clients and does not validate: every value passes. */
export const uncheckedSchema = (schema: Schema): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'workbench',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => portable(schema), output: () => portable(schema) },
  },
})

/**
 * Some clients convert only members with a single type, so each with several becomes an `anyOf`, which the validator does
 * not support, and each `enum` of strings gets its type.
 */
const portable = ({ properties, ...schema }: Schema): Record<string, unknown> => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, member]) => [
      name,
      portableMember(member),
    ]),
  ),
})

function portableMember({ type, ...member }: Schema): Schema {
  if (!Array.isArray(type)) return { type: type ?? 'string', ...member }
  const { description, ...rules } = member
  const anyOf = type.map((each: unknown) => (each === 'null' ? { type: each } : { type: each, ...rules }))
  return { description, anyOf }
}
