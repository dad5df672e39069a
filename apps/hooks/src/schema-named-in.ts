import { isRecord } from './event.ts'

/**
 * The contract that a text names: the `schema` of the object that it is or, where it is not quite JSON, the first one
 * in it. Undefined where there is none, or what stands there can be no contract's id.
 */
export function schemaNamedIn(text: string): string | undefined {
  const schema = topLevelSchema(text)
  return typeof schema === 'string' && /^[a-z][a-z0-9-]*\.v\d+$/.test(schema) ? schema : undefined
}

function topLevelSchema(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && Object.hasOwn(value, 'schema') ? value['schema'] : undefined
  } catch {
    return /"schema"\s*:\s*"([^"]*)"/.exec(text)?.[1]
  }
}
