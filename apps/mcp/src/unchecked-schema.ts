import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

/** A schema that the SDK shows to clients as it is, and takes every value by. */
export const uncheckedSchema = (schema: Readonly<Record<string, unknown>>): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'workbench',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
  },
})
