import type { Bind } from '../schema/types.ts'

/** Makes the source of each function unique: V8 shares type feedback between functions with identical source. */
let builds = 0

/** Collects generated functions and the values that they use. */
export class FunctionBuilder {
  readonly #values = new Map<unknown, string>()
  readonly #functions: string[] = []
  #names = 0

  uniqueName(): string {
    return `_${this.#names++}`
  }

  readonly bind: Bind = (value) => {
    const name = this.#values.get(value) ?? this.uniqueName()
    this.#values.set(value, name)
    return name
  }

  addFunction(code: string): void {
    this.#functions.push(code)
  }

  /**
   * Compiles the functions and returns the value of the expression, which may name them.
   * @throws {EvalError} if the runtime forbids code generation.
   */
  build(expression: string): unknown {
    const code = `"use strict"\n${this.#functions.join('\n')}\nreturn ${expression} // ${++builds}`
    // oxlint-disable-next-line typescript/no-implied-eval -- every string of a schema is emitted as a JSON literal
    const factory = new Function(...this.#values.values(), code) as (...values: unknown[]) => unknown
    return factory(...this.#values.keys())
  }
}
