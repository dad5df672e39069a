interface Frame {
  readonly id: string
  readonly targets: readonly string[]
  /** Index of the next target to follow. */
  next: number
}

/**
 * Finds the nodes of a directed graph that can reach themselves. Tarjan's algorithm for strongly connected components, without
 * recursion: a path can have many thousands of nodes.
 * @param graph the targets of each node; targets that are no nodes are ignored
 * @returns a number for each node in a cycle; two nodes with the same number reach each other
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const cycles = new Map<string, number>()
  /** The order in which the nodes were visited. */
  const order = new Map<string, number>()
  /** The earliest visited node that each node reaches. */
  const lowest = new Map<string, number>()
  const component: string[] = []
  const inComponent = new Set<string>()
  for (const start of graph.keys()) {
    if (order.has(start)) continue
    const path = [visit(start)]
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const target = frame.targets[frame.next++]
      if (target === undefined) {
        path.pop()
        const parent = path.at(-1)
        if (parent) lower(parent.id, lowest.get(frame.id))
        if (lowest.get(frame.id) === order.get(frame.id)) closeComponent(frame)
      } else if (!order.has(target)) path.push(visit(target))
      else if (inComponent.has(target)) lower(frame.id, order.get(target))
    }
  }
  return cycles

  function visit(id: string): Frame {
    order.set(id, order.size)
    lowest.set(id, order.size - 1)
    component.push(id)
    inComponent.add(id)
    return { id, targets: (graph.get(id) ?? []).filter((target) => graph.has(target)), next: 0 }
  }

  function lower(id: string, value = Infinity): void {
    lowest.set(id, Math.min(lowest.get(id) ?? Infinity, value))
  }

  function closeComponent({ id, targets }: Frame): void {
    const members = component.splice(component.lastIndexOf(id))
    for (const member of members) {
      inComponent.delete(member)
      if (members.length > 1 || targets.includes(id)) cycles.set(member, order.get(id) ?? 0)
    }
  }
}
