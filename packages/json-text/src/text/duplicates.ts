import { MAX_PATHS_LENGTH, type Pointer, token } from '../values/pointer.ts'
import { tokenize } from './tokenizer.ts'

/** A member name that occurs again in an object. `JSON.parse` would silently drop the previous value. */
interface Duplicate {
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
  const found: Duplicate[] = []
  let omitted = 0
  let pathsLength = 0
  /** The offsets of the names in each open object; undefined for an array. */
  const open: (Map<string, number> | undefined)[] = []
  tokenize(text, {
    open: (kind) => open.push(kind === 'object' ? new Map<string, number>() : undefined),
    close: () => open.pop(),
    name(name, offset, segments) {
      const names = open.at(-1)
      const previousOffset = names?.get(name)
      names?.set(name, offset)
      if (previousOffset === undefined) return
      if (found.length === limit || pathsLength > MAX_PATHS_LENGTH) {
        omitted++
        return
      }
      const path = segments.map(token).join('')
      pathsLength += path.length
      found.push({ path, name, previousOffset, offset })
    },
  })
  return { found, omitted }
}
