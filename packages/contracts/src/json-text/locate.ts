import { type Pointer, segments } from '../pointer.ts'
import { type TokenHandler, tokenize } from './tokenizer.ts'

/** Where a value, and the name of the member that holds it, begin: offsets in UTF-16 code units from 0. */
export interface Offsets {
  name?: number
  value?: number
}

/** Finds the wanted places in a JSON text. Of a repeated member, the last counts, as it does for its value. */
export function locate(text: string, wanted: Iterable<Pointer>): (pointer: Pointer) => Offsets | undefined {
  const root = new PointerTree()
  for (const pointer of wanted) segments(pointer).reduce((location, segment) => location.child(segment), root)
  tokenize(text, new OffsetHandler(root))
  return (pointer) =>
    segments(pointer).reduce<PointerTree | undefined>(
      (location, segment) => location?.children.get(segment),
      root,
    )
}

/** The wanted places as a tree, so that the listener keeps no pointers. */
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
  readonly location: PointerTree | undefined
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
    const location = this.scalar(offset)
    this.#frames.push({ location, index: kind === 'array' ? 0 : undefined })
  }

  close(): void {
    this.#frames.pop()
  }

  name(name: string, offset: number): void {
    this.#next = this.#frames.at(-1)?.location?.children.get(name)
    if (this.#next) this.#next.name = offset
  }

  scalar(offset: number): PointerTree | undefined {
    const frame = this.#frames.at(-1)
    const location =
      frame?.index === undefined ? this.#next : frame.location?.children.get(String(frame.index++))
    if (location) location.value = offset
    return location
  }
}
