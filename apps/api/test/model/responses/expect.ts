import { isDeepStrictEqual } from 'node:util'

/** Throws an error with both values unless they are deeply equal. */
export function expectSame(what: string, received: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(received, expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}; received ${JSON.stringify(received)}`)
  }
}

export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
