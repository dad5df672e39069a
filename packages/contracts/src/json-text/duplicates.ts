import { type Pointer, token } from '../pointer.ts'
import { MAX_PATHS_LENGTH } from '../violation.ts'
import type { TokenHandler } from './tokenizer.ts'

/** A member name that occurs again in an object. `JSON.parse` would silently drop the previous value. */
export interface Duplicate {
  readonly path: Pointer
  readonly name: string
  /** Offsets of the previous and of this occurrence, in UTF-16 code units from 0. */
  readonly previousOffset: number
  readonly offset: number
}

interface Frame {
  /** Offsets of the names in an object; undefined in an array. */
  readonly names: Map<string, number> | undefined
  segment: string | number
}

/** Finds duplicate member names up to a limit, and counts the others. */
export class DuplicateHandler implements TokenHandler {
  readonly found: Duplicate[] = []
  /** The number of duplicates beyond the limit. */
  omitted = 0
  readonly #limit: number
  #pathsLength = 0
  readonly #frames: Frame[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  open(kind: 'object' | 'array'): void {
    this.#nextItem()
    this.#frames.push(
      kind === 'object' ? { names: new Map(), segment: '' } : { names: undefined, segment: -1 },
    )
  }

  close(): void {
    this.#frames.pop()
  }

  name(name: string, offset: number): void {
    const frame = this.#frames.at(-1)
    if (!frame?.names) return
    frame.segment = name
    const previousOffset = frame.names.get(name)
    frame.names.set(name, offset)
    if (previousOffset === undefined) return
    if (this.found.length === this.#limit || this.#pathsLength > MAX_PATHS_LENGTH) {
      this.omitted++
      return
    }
    const path = this.path()
    this.#pathsLength += path.length
    this.found.push({ path, name, previousOffset, offset })
  }

  scalar(_offset: number): void {
    this.#nextItem()
  }

  #nextItem(): void {
    const frame = this.#frames.at(-1)
    if (typeof frame?.segment === 'number') frame.segment++
  }

  /** The pointer to the current member or item. */
  protected path(): Pointer {
    return this.#frames.map(({ segment }) => token(segment)).join('')
  }
}
