import type { SchemaNode } from './types.ts'

/** The maximum number of times that one schema is evaluated for the same value. */
export const MAX_EVALUATIONS = 16

/** The maximum number of combinations of schemas that are distinguished. Contracts have fewer than a hundred. */
const MAX_COMBINATIONS = 10_000

/** How often each schema is evaluated for one value of an artifact. */
type Evaluations = ReadonlyMap<SchemaNode, number>

/**
 * Counts how often validation evaluates one schema for the same value, at most: several paths of `$ref`, `if` and `then`
 * can lead to it. Each level of the artifact can multiply the number, so that validation would take exponential time.
 * Returns `Infinity` above {@link MAX_EVALUATIONS}.
 * @param root a schema whose `inPlaceSubschemas` have no cycle
 */
export function maxEvaluations(root: SchemaNode): number {
  const ids = new Map<SchemaNode, number>()
  const inPlace = new Map<SchemaNode, Evaluations>()
  const seen = new Set<string>()
  const pending = [evaluationsOf(root)]
  let max = 1
  for (let next = pending.pop(); next; next = pending.pop()) {
    const key = keyOf(next)
    if (seen.has(key)) continue
    seen.add(key)
    for (const count of next.values()) max = Math.max(max, count)
    if (max > MAX_EVALUATIONS || seen.size > MAX_COMBINATIONS) return Infinity
    for (const child of childrenOf(next)) pending.push(child)
  }
  return max

  /** The schemas that are evaluated for a value to which a schema applies. */
  function evaluationsOf(node: SchemaNode): Evaluations {
    let evaluations = inPlace.get(node)
    if (!evaluations) {
      const sum = new Map([[node, 1]])
      for (const other of node.constraints.inPlaceSubschemas) add(sum, evaluationsOf(other), 1)
      inPlace.set(node, (evaluations = sum))
    }
    return evaluations
  }

  /** The evaluations for each member, and for the items, of a value. */
  function childrenOf(parent: Evaluations): Evaluations[] {
    const names = new Set<string | undefined>([undefined])
    for (const node of parent.keys()) for (const name of memberNames(node)) names.add(name)
    return [
      ...Array.from(names, (name) => sumOf(parent, (node) => memberSchema(node, name))),
      sumOf(parent, itemsSchema),
    ].filter(({ size }) => size > 0)
  }

  function sumOf(
    parent: Evaluations,
    childSchema: (node: SchemaNode) => SchemaNode | undefined,
  ): Evaluations {
    const sum = new Map<SchemaNode, number>()
    for (const [node, count] of parent) {
      const child = childSchema(node)
      if (child) add(sum, evaluationsOf(child), count)
    }
    return sum
  }

  function keyOf(evaluations: Evaluations): string {
    return Array.from(evaluations, ([node, count]) => {
      let id = ids.get(node)
      if (id === undefined) ids.set(node, (id = ids.size))
      return `${id}:${count}`
    })
      .sort()
      .join()
  }
}

function add(sum: Map<SchemaNode, number>, evaluations: Evaluations, factor: number): void {
  for (const [node, count] of evaluations) sum.set(node, (sum.get(node) ?? 0) + count * factor)
}

const memberNames = ({ constraints }: SchemaNode): Iterable<string> =>
  constraints.members?.properties.keys() ?? []

/** The schema of a member; of a member that `properties` does not name if the name is undefined. */
function memberSchema({ constraints }: SchemaNode, name: string | undefined): SchemaNode | undefined {
  const { properties, additionalProperties } = constraints.members ?? {}
  const schema = (name === undefined ? undefined : properties?.get(name)) ?? additionalProperties
  return typeof schema === 'object' ? schema : undefined
}

const itemsSchema = ({ constraints }: SchemaNode): SchemaNode | undefined => constraints.items[0]?.each
