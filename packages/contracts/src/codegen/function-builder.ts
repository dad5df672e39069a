import type { Bind } from '../schema/constraint.ts'

/** Makes each code different, because an engine gives what it learnt of a text to the next function of the same text. */
let runs = 0

/** Code in the making: its functions, and the values that it is given because they have no literal. */
export class FunctionBuilder {
  readonly #values = new Map<unknown, string>()
  readonly #functions: string[] = []
  #names = 0

  /** An identifier that nothing else has. */
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
   * Runs the functions and returns what the expression is.
   * @throws {EvalError} where code may not be generated.
   */
  build(expression: string): unknown {
    const code = `"use strict"\n${this.#functions.join('\n')}\nreturn ${expression} // ${++runs}`
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- every text of a schema goes in as a JSON literal
    const made = new Function(...this.#values.values(), code) as (...values: unknown[]) => unknown
    return made(...this.#values.keys())
  }
}
