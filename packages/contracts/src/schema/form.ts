import type { Node } from './rule.ts'

/**
 * What a keyword asks of a value, as data. It is the one place where a keyword's meaning stands: `plain.ts` asks it
 * directly, and `generated/` writes it as code for a schema that is asked often.
 */
export type Form = Test | Members | Items | Same | Conditional

/** Asks a value itself, without looking into its members or items. */
export interface Test {
  readonly kind: 'test'
  /** The only type of value that is asked; values of other types pass. */
  readonly of: keyof BasicTypes
  /** The type that a value has which passes. */
  readonly proves?: keyof BasicTypes
  holds(value: unknown): boolean
  /** The same as an expression over `value`, which is an identifier. */
  code(value: string, use: Use): string
}

/** Types of values that a keyword can be about. */
export interface BasicTypes {
  readonly any: unknown
  readonly string: string
  readonly number: number
  readonly array: readonly unknown[]
  readonly object: Readonly<Record<string, unknown>>
}

/** Makes a value that cannot be written as a literal known to the code, and tells by which identifier. */
export type Use = (value: unknown) => string

/** Asks an object's members. The parts come from different keywords of a schema and are asked in one walk. */
export interface Members {
  readonly kind: 'members'
  readonly required?: readonly string[]
  readonly listed?: ReadonlyMap<string, MemberForm>
  /** What the members that are not listed must be. */
  readonly others?: MemberForm
}

/** What a member must be: anything where it is `true`, absent where it is `false`. */
export type MemberForm = Node | boolean

/** Asks each item of an array. */
export interface Items {
  readonly kind: 'items'
  readonly each: Node
}

/** Asks another schema about the same value. */
export interface Same {
  readonly kind: 'same'
  readonly node: Node
}

/** Asks `then` of the values that follow `if`. */
export interface Conditional {
  readonly kind: 'conditional'
  readonly if: Node
  readonly then: Node
  /** The condition in words, for example `historyRead is false`. */
  inWords(): string
}
