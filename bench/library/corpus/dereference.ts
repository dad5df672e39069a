export type Members = Record<string, unknown>

/** Resolves a `$ref` of the contracts, to a whole file or to `$defs` of finding.v1. */
export function dereference(schema: Members, schemas: Readonly<Record<string, Members>>): Members {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const [file = '', pointer = ''] = reference.split('#')
  const whole = schemas[file.replace('.schema.json', '') || 'finding.v1'] ?? {}
  if (pointer === '') return whole
  return (whole['$defs'] as Record<string, Members>)[pointer.replace('/$defs/', '')] ?? {}
}

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
