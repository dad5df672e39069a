import { isString } from '../json.ts'
import { parentOf, type Pointer, token } from '../pointer.ts'
import type { CorrectedFact } from '../corrections/correction.ts'
import { type Container, JsonSyntaxError, tokenize, type TokenHandler } from '../json-text/tokenizer.ts'

/** The values that are incomplete because a text was truncated. */
export class EndPaths {
  /** The containers that are open at the end. */
  readonly open: readonly Pointer[]
  /** The last value, if it was cut. */
  readonly cut: Pointer | undefined

  constructor(open: readonly Pointer[], cut: Pointer | undefined) {
    this.open = open
    this.cut = cut
  }

  /** Leaves out violations that may only exist because the text is truncated. */
  withoutConsequences(facts: readonly CorrectedFact[]): readonly CorrectedFact[] {
    const { open, cut } = this
    return facts.filter(({ fact: { path, anchor, keyword, conditions, location } }) => {
      // The rest of an object can make the condition of a violation false.
      if (conditions.length > 0) return false
      // The rest of a value changes neither its name nor its type, except of a number, which can become an integer.
      if (keyword === 'type') return path !== cut || isString(location.value)
      return (
        path !== cut && (anchor === 'name' || !open.includes(anchor === 'container' ? parentOf(path) : path))
      )
    })
  }
}

/** @param text a JSON text without the closing brackets at its end */
export function endPaths(text: string, isValueCut: boolean): EndPaths {
  const handler = new PathHandler()
  try {
    tokenize(text, handler)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
  }
  const paths = handler.paths()
  return new EndPaths(paths.slice(0, -1), isValueCut ? paths.at(-1) : undefined)
}

/** Keeps the pointers of the open containers and of the last value. */
class PathHandler implements TokenHandler {
  /** The last member name or index in each open container. */
  readonly #segments: (string | number)[] = []

  open(kind: Container): void {
    this.scalar()
    this.#segments.push(kind === 'object' ? '' : -1)
  }

  close(): void {
    this.#segments.pop()
  }

  name(name: string): void {
    this.#segments.splice(-1, 1, name)
  }

  scalar(): void {
    const segment = this.#segments.at(-1)
    if (typeof segment === 'number') this.#segments.splice(-1, 1, segment + 1)
  }

  /** The pointers from the root to the last value. */
  paths(): Pointer[] {
    const paths = ['']
    for (const segment of this.#segments) paths.push(`${paths.at(-1)}${token(segment)}`)
    return paths
  }
}
