/** The value that a piece of generated code validates. All members are JavaScript code. */
export interface Target {
  /** An identifier. */
  readonly value: string
  /** An expression: the number of levels between the artifact's root and the value. */
  readonly depth: string
  /** A statement that ends the validation, for example `return false`. */
  readonly exit: string
}
