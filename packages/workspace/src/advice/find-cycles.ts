interface Frame<Node> {
  readonly id: Node
  readonly targets: readonly Node[]
  /** Index of the next target to follow. */
  next: number
}

/**
 * Finds the nodes of a directed graph that reach each other. Tarjan's algorithm for strongly connected components, without
 * recursion: a path can have many thousands of nodes.
 * @param graph the targets of each node
 * @returns a number for each node and each target; two nodes with the same number reach each other
 */
export function findCycles<Node>(graph: ReadonlyMap<Node, readonly Node[]>): ReadonlyMap<Node, number> {
  const cycles = new Map<Node, number>()
  /** The order in which the nodes were visited. */
  const order = new Map<Node, number>()
  /** The earliest visited node that each node reaches. */
  const lowest = new Map<Node, number>()
  const component: Node[] = []
  const inComponent = new Set<Node>()
  for (const start of graph.keys()) {
    if (order.has(start)) continue
    const path = [visit(start)]
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const target = frame.targets[frame.next++]
      if (target === undefined) {
        path.pop()
        const parent = path.at(-1)
        if (parent) lower(parent.id, lowest.get(frame.id))
        if (lowest.get(frame.id) === order.get(frame.id)) closeComponent(frame.id)
      } else if (!order.has(target)) path.push(visit(target))
      else if (inComponent.has(target)) lower(frame.id, order.get(target))
    }
  }
  return cycles

  function visit(id: Node): Frame<Node> {
    order.set(id, order.size)
    lowest.set(id, order.size - 1)
    component.push(id)
    inComponent.add(id)
    return { id, targets: graph.get(id) ?? [], next: 0 }
  }

  function lower(id: Node, value = Infinity): void {
    lowest.set(id, Math.min(lowest.get(id) ?? Infinity, value))
  }

  function closeComponent(id: Node): void {
    for (const member of component.splice(component.lastIndexOf(id))) {
      inComponent.delete(member)
      cycles.set(member, order.get(id) ?? 0)
    }
  }
}
