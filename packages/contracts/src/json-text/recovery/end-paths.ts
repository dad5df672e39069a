import { type Pointer, token } from '../../pointer.ts'
import { type Container, JsonSyntaxError, tokenize, type TokenHandler } from '../tokenizer.ts'

/** The values that are incomplete because a text was truncated. */
export interface EndPaths {
  /** The containers that are open at the end. */
  readonly open: readonly Pointer[]
  /** The last value, if it was cut. */
  readonly cut: Pointer | undefined
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
  return { open: paths.slice(0, -1), cut: isValueCut ? paths.at(-1) : undefined }
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
