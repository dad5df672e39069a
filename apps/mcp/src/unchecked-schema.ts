import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

/** A schema that the SDK lists for clients and does not validate: every value passes. */
export const uncheckedSchema = (schema: Readonly<Record<string, unknown>>): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'workbench',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
  },
})
