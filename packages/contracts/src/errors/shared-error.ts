/** The same symbol in every copy of this package. */
const SHARED: unique symbol = Symbol.for('@workbench/contracts:error')

/**
 * An error that `instanceof` also recognizes by its name if another copy of this package threw it: a process can have the ES
 * module and the CommonJS module. In a minified copy, where classes have other names, only its own errors are recognized.
 */
export abstract class SharedError extends Error {
  /** @internal */
  static readonly [SHARED] = true

  /** @internal */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (super[Symbol.hasInstance](value)) return true
    return value instanceof Error && SHARED in Object(value.constructor) && value.name === this.name
  }
}
