/**
 * Finds the nodes of a directed graph that reach each other. Kosaraju's algorithm for strongly connected components, without
 * recursion: a path can have many thousands of nodes.
 * @param graph the targets of each node
 * @returns a node for each node and each target; two nodes with the same one reach each other
 */
export function findCycles<Node>(graph: ReadonlyMap<Node, readonly Node[]>): ReadonlyMap<Node, Node> {
  const sources = new Map<Node, Node[]>()
  for (const [id, targets] of graph)
    for (const target of targets) {
      const others = sources.get(target)
      if (others) others.push(id)
      else sources.set(target, [id])
    }
  const cycles = new Map<Node, Node>()
  for (const first of postorder(graph).reverse()) {
    const reached = new Set([first])
    // The iteration of a set includes elements that are added during it.
    for (const id of reached) {
      if (cycles.has(id)) continue
      cycles.set(id, first)
      for (const source of sources.get(id) ?? []) reached.add(source)
    }
  }
  return cycles
}

/** The nodes, each after those that it reaches, except in a cycle. */
function postorder<Node>(graph: ReadonlyMap<Node, readonly Node[]>): Node[] {
  const order: Node[] = []
  const seen = new Set<Node>()
  const pending = Array.from(graph.keys(), (id) => ({ id, isVisited: false }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { id, isVisited } = next
    if (isVisited) order.push(id)
    else if (!seen.has(id)) {
      seen.add(id)
      pending.push({ id, isVisited: true })
      for (const target of graph.get(id) ?? []) pending.push({ id: target, isVisited: false })
    }
  }
  return order
}
