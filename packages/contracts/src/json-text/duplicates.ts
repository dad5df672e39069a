import { type Pointer, token } from '../pointer.ts'
import { MAX_PATHS_LENGTH } from '../violation.ts'
import { PathHandler } from './path-handler.ts'
import { type Container, tokenize } from './tokenizer.ts'

/** A member name that occurs again in an object. `JSON.parse` would silently drop the previous value. */
export interface Duplicate {
  readonly path: Pointer
  readonly name: string
  /** Offsets of the previous and of this occurrence, in UTF-16 code units from 0. */
  readonly previousOffset: number
  readonly offset: number
}

interface Duplicates {
  readonly found: readonly Duplicate[]
  /** The number of duplicates beyond the limit. */
  readonly omitted: number
}

/** Finds duplicate member names in a text that `JSON.parse` accepts, up to a limit, and counts the others. */
export function findDuplicates(text: string, limit: number): Duplicates {
  const handler = new DuplicateHandler(limit)
  tokenize(text, handler)
  return handler
}

class DuplicateHandler extends PathHandler implements Duplicates {
  readonly found: Duplicate[] = []
  omitted = 0
  readonly #limit: number
  #pathsLength = 0
  /** The offsets of the names in each open object; undefined for an array. */
  readonly #names: (Map<string, number> | undefined)[] = []

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override open(kind: Container, offset: number): void {
    super.open(kind, offset)
    this.#names.push(kind === 'object' ? new Map() : undefined)
  }

  override close(): void {
    super.close()
    this.#names.pop()
  }

  override name(name: string, offset: number): void {
    super.name(name, offset)
    const names = this.#names.at(-1)
    const previousOffset = names?.get(name)
    names?.set(name, offset)
    if (previousOffset !== undefined) this.#add(name, previousOffset, offset)
  }

  #add(name: string, previousOffset: number, offset: number): void {
    if (this.found.length === this.#limit || this.#pathsLength > MAX_PATHS_LENGTH) {
      this.omitted++
      return
    }
    const path = this.segments.map(token).join('')
    this.#pathsLength += path.length
    this.found.push({ path, name, previousOffset, offset })
  }
}
