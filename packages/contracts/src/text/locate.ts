import { type Pointer, segments } from '../pointer.ts'
import { type Listener, scan } from './scanner.ts'

/** Where a value, and the name of the member that holds it, begin: offsets in UTF-16 code units from 0. */
export interface Offsets {
  name?: number
  value?: number
}

/** Finds the wanted places in a JSON text. Of a repeated member, the last counts, as it does for its value. */
export function locate(text: string, wanted: Iterable<Pointer>): (pointer: Pointer) => Offsets | undefined {
  const root = new WantedPlace()
  for (const pointer of wanted) segments(pointer).reduce((place, segment) => place.child(segment), root)
  scan(text, new LocationListener(root))
  return (pointer) =>
    segments(pointer).reduce<WantedPlace | undefined>((place, segment) => place?.children.get(segment), root)
}

/** The wanted places as a tree, so that the listener keeps no pointers. */
class WantedPlace implements Offsets {
  name?: number
  value?: number
  readonly children = new Map<string, WantedPlace>()

  child(segment: string): WantedPlace {
    const child = this.children.get(segment) ?? new WantedPlace()
    this.children.set(segment, child)
    return child
  }
}

interface Frame {
  readonly place: WantedPlace | undefined
  /** Index of the next item; undefined in an object. */
  index: number | undefined
}

class LocationListener implements Listener {
  readonly #frames: Frame[] = []
  #next: WantedPlace | undefined

  constructor(root: WantedPlace) {
    this.#next = root
  }

  open(kind: 'object' | 'array', offset: number): void {
    const place = this.scalar(offset)
    this.#frames.push({ place, index: kind === 'array' ? 0 : undefined })
  }

  close(): void {
    this.#frames.pop()
  }

  name(name: string, offset: number): void {
    this.#next = this.#frames.at(-1)?.place?.children.get(name)
    if (this.#next) this.#next.name = offset
  }

  scalar(offset: number): WantedPlace | undefined {
    const frame = this.#frames.at(-1)
    const place = frame?.index === undefined ? this.#next : frame.place?.children.get(String(frame.index++))
    if (place) place.value = offset
    return place
  }
}
