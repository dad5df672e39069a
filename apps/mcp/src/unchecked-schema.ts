import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

import type { Members } from './tools/tool.ts'

/**
 * A schema of the arguments of a tool that the SDK lists for clients and does not validate: every value passes.
 * @param rules its keywords besides `type` and `properties`
 */
export function uncheckedSchema(members: Members, rules: object): StandardSchemaWithJSON {
  const properties = Object.entries(members).map(([name, member]) => [name, portable(member)] as const)
  const schema = { type: 'object', ...rules, properties: Object.fromEntries(properties) }
  return {
    '~standard': {
      version: 1,
      vendor: 'workbench',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

/**
 * Some clients convert only members with a single type, so each with several becomes an `anyOf`, which the validator does
 * not support, and each `enum` of strings gets its type.
 */
function portable({ type, ...member }: Members[string]): Members[string] {
  if (!Array.isArray(type)) return { type: type ?? 'string', ...member }
  const { description, ...rules } = member
  const anyOf = type.map((each: unknown) => (each === 'null' ? { type: each } : { type: each, ...rules }))
  return { description, anyOf }
}
