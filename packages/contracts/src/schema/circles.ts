import type { SchemaDocument } from './document.ts'
import type { Node } from './rule.ts'
import type { SchemaProblem } from './schema-error.ts'

/** Finds schemas that ask themselves about the same value, by `$ref` or `if`: judging by them would never end. */
export function circles(documents: Iterable<SchemaDocument>): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const open = new Set<Node>()
  const done = new Set<Node>()
  for (const { file, nodes } of documents) for (const node of nodes.values()) visit(node, file)
  return problems

  function visit(node: Node, file: string): void {
    if (done.has(node)) return
    open.add(node)
    for (const next of node.inPlace) {
      if (open.has(next)) {
        const message = 'refers to itself for the same value, so no value could ever be judged'
        problems.push({ file, pointer: node.pointer, message })
      } else {
        visit(next, file)
      }
    }
    open.delete(node)
    done.add(node)
  }
}
