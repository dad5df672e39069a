import { tokenize } from './tokenizer.ts'

/** Offsets of a value and of its member name, in UTF-16 code units from 0. */
export interface Offsets {
  name?: number | undefined
  value?: number
}

/** The values to find and those that contain them, as a tree: the paths can have a long name in common. */
interface Node extends Offsets {
  readonly children: Map<string, Node>
}

/**
 * Finds the offsets of the values at the paths in a JSON text. The last of several duplicate members counts, as for
 * `JSON.parse`.
 * @param text `JSON.parse` has accepted it
 * @param paths the member names and indexes from the root to each value
 */
export function locate(text: string, paths: readonly (readonly (string | number)[])[]): readonly Offsets[] {
  const root: Node = { children: new Map() }
  const found = paths.map((path) => path.map(String).reduce(childOf, root))
  /** The nodes of the open containers. */
  const containers: (Node | undefined)[] = []
  let nameOffset = 0
  tokenize(text, {
    open: (_kind, offset, path) => containers.push(setOffset(offset, path.at(-1))),
    close: () => containers.pop(),
    name: (_name, offset) => (nameOffset = offset),
    scalar: (offset, path) => setOffset(offset, path.at(-1)),
  })
  return found

  function setOffset(offset: number, segment: string | number | undefined): Node | undefined {
    const node = segment === undefined ? root : containers.at(-1)?.children.get(String(segment))
    if (!node) return undefined
    node.value = offset
    // An earlier duplicate of this array may have been an object.
    node.name = typeof segment === 'string' ? nameOffset : undefined
    return node
  }
}

function childOf({ children }: Node, segment: string): Node {
  const child = children.get(segment) ?? { children: new Map() }
  children.set(segment, child)
  return child
}
