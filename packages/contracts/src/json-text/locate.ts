import { type Pointer, segments } from '../pointer.ts'
import { type TokenHandler, tokenize } from './tokenizer.ts'

/** Offsets of a value and of its member name, in UTF-16 code units from 0. */
export interface Offsets {
  name?: number
  value?: number
}

/** Finds the offsets of values in a JSON text. The last of several duplicate members counts, as for `JSON.parse`. */
export function locate(text: string, pointers: Iterable<Pointer>): (pointer: Pointer) => Offsets | undefined {
  const root = new PointerTree()
  for (const pointer of pointers) segments(pointer).reduce((node, segment) => node.child(segment), root)
  tokenize(text, new OffsetHandler(root))
  return (pointer) =>
    segments(pointer).reduce<PointerTree | undefined>((node, segment) => node?.children.get(segment), root)
}

/** The pointers as a tree, so that the handler builds no pointers itself. */
class PointerTree implements Offsets {
  name?: number
  value?: number
  readonly children = new Map<string, PointerTree>()

  child(segment: string): PointerTree {
    const child = this.children.get(segment) ?? new PointerTree()
    this.children.set(segment, child)
    return child
  }
}

interface Frame {
  readonly node: PointerTree | undefined
  /** Index of the next item; undefined in an object. */
  index: number | undefined
}

class OffsetHandler implements TokenHandler {
  readonly #frames: Frame[] = []
  #next: PointerTree | undefined

  constructor(root: PointerTree) {
    this.#next = root
  }

  open(kind: 'object' | 'array', offset: number): void {
    const node = this.scalar(offset)
    this.#frames.push({ node, index: kind === 'array' ? 0 : undefined })
  }

  close(): void {
    this.#frames.pop()
  }

  name(name: string, offset: number): void {
    this.#next = this.#frames.at(-1)?.node?.children.get(name)
    if (this.#next) this.#next.name = offset
  }

  scalar(offset: number): PointerTree | undefined {
    const frame = this.#frames.at(-1)
    const node = frame?.index === undefined ? this.#next : frame.node?.children.get(String(frame.index++))
    if (node) node.value = offset
    return node
  }
}
