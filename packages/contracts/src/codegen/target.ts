/** The value that a piece of generated code validates. All members are JavaScript code. */
export interface Target {
  /** An identifier. */
  readonly value: string
  /** An expression: the number of levels between the artifact's root and the value. */
  readonly depth: string
  readonly onFailure: FailFast | CollectAll
}

/** Code for `isValid`: it stops at the first constraint that fails. */
interface FailFast {
  /** A statement that ends the validation, for example `return false`. */
  readonly exit: string
}

/**
 * Code for `collectViolations`: a failed constraint assigns a function to a variable, and validation continues. The
 * function is called once for each value, after all its constraints. A call for each constraint would make the code so
 * large that V8 compiles it several times slower.
 */
export interface CollectAll {
  /** An expression that creates the value's location. It is evaluated only if a constraint fails. */
  readonly location: string
  /** The variable; it is assigned a {@link CollectViolations}. */
  readonly variable: string
}

/** The expressions for a member or an item. */
export type Child = Readonly<Record<'segment' | 'index' | 'value', string>>
