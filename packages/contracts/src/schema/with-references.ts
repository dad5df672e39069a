import type { SchemaNode } from './types.ts'

/** The schemas, followed by the targets of their `$ref`, each once. All of them apply to the same value. */
export function withReferences(nodes: Iterable<SchemaNode>): SchemaNode[] {
  const all = new Set(nodes)
  // The iteration of a set includes elements that are added during it.
  for (const { constraints } of all) if (constraints.reference) all.add(constraints.reference)
  return [...all]
}
