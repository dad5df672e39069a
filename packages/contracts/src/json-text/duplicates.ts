import { type Pointer, token } from '../pointer.ts'
import type { TokenHandler } from './tokenizer.ts'

/** A member name that an object gives again, which would silently replace the value given before. */
export interface Duplicate {
  readonly path: Pointer
  readonly name: string
  /** Where the name stood before, and where it stands again: offsets in UTF-16 code units from 0. */
  readonly before: number
  readonly offset: number
}

interface Frame {
  /** Offsets of an object's names so far; undefined in an array. */
  readonly names: Map<string, number> | undefined
  segment: string | number
}

/** Listens for repeated member names. */
export class DuplicateHandler implements TokenHandler {
  readonly found: Duplicate[] = []
  readonly #frames: Frame[] = []

  open(kind: 'object' | 'array'): void {
    this.scalar()
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
    const before = frame.names.get(name)
    if (before !== undefined) this.found.push({ path: this.#path(), name, before, offset })
    frame.names.set(name, offset)
  }

  scalar(): void {
    const frame = this.#frames.at(-1)
    if (typeof frame?.segment === 'number') frame.segment++
  }

  #path(): Pointer {
    return this.#frames.map(({ segment }) => token(segment)).join('')
  }
}
