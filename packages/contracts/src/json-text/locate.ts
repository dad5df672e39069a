import { PathHandler } from './path-handler.ts'
import { type Container, tokenize } from './tokenizer.ts'

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
  tokenize(text, new LocateHandler(root))
  return found
}

function childOf({ children }: Node, segment: string): Node {
  const child = children.get(segment) ?? { children: new Map() }
  children.set(segment, child)
  return child
}

class LocateHandler extends PathHandler {
  readonly #root: Node
  /** The nodes of the open containers. */
  readonly #containers: (Node | undefined)[] = []
  #current: Node | undefined
  #name = 0

  constructor(root: Node) {
    super()
    this.#root = root
  }

  override open(kind: Container, offset: number): void {
    super.open(kind, offset)
    this.#containers.push(this.#current)
  }

  override close(): void {
    super.close()
    this.#containers.pop()
  }

  override name(name: string, offset: number): void {
    super.name(name, offset)
    this.#name = offset
  }

  override scalar(offset: number): void {
    super.scalar(offset)
    const segment = this.segments.at(-1)
    this.#current =
      segment === undefined ? this.#root : this.#containers.at(-1)?.children.get(String(segment))
    if (!this.#current) return
    this.#current.value = offset
    // An earlier duplicate of this array may have been an object.
    this.#current.name = typeof segment === 'string' ? this.#name : undefined
  }
}
