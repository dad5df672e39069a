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

/** Some clients convert only a single type, so each member with several becomes an `anyOf`, which the validator does not support. */
const portable = ({ properties, ...schema }: Schema): Record<string, unknown> => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, { type, ...member }]) => [
      name,
      Array.isArray(type)
        ? { ...member, anyOf: type.map((each: unknown) => ({ type: each })) }
        : { type, ...member },
    ]),
  ),
})
