import type { SchemaNode } from './types.ts'

/**
 * What a keyword asks of a value, as data. It is the one place where a keyword's meaning stands: `plain.ts` asks it
 * directly, and `generated/` writes it as code for a schema that is asked often.
 */
export type Constraint =
  ValueTest | MembersConstraint | ItemsConstraint | ReferenceConstraint | ConditionalConstraint

/** Asks a value itself, without looking into its members or items. */
export interface ValueTest {
  readonly kind: 'test'
  /** The only type of value that is asked; values of other types pass. */
  readonly appliesTo: keyof ValueTypes
  /** The type that a value has which passes. */
  readonly impliesType?: keyof ValueTypes
  isValid(value: unknown): boolean
  /** The same as an expression over `value`, which is an identifier. */
  emit(value: string, use: Bind): string
}

/** Types of values that a keyword can be about. */
export interface ValueTypes {
  readonly any: unknown
  readonly string: string
  readonly number: number
  readonly array: readonly unknown[]
  readonly object: Readonly<Record<string, unknown>>
}

/** Makes a value that cannot be written as a literal known to the code, and tells by which identifier. */
export type Bind = (value: unknown) => string

/** Asks an object's members. The parts come from different keywords of a schema and are asked in one walk. */
export interface MembersConstraint {
  readonly kind: 'members'
  readonly required?: readonly string[]
  readonly properties?: ReadonlyMap<string, MemberSchema>
  /** What the members that are not listed must be. */
  readonly additionalProperties?: MemberSchema
}

/** What a member must be: anything where it is `true`, absent where it is `false`. */
export type MemberSchema = SchemaNode | boolean

/** Asks each item of an array. */
export interface ItemsConstraint {
  readonly kind: 'items'
  readonly each: SchemaNode
}

/** Asks another schema about the same value. */
export interface ReferenceConstraint {
  readonly kind: 'reference'
  readonly node: SchemaNode
}

/** Asks `then` of the values that follow `if`. */
export interface ConditionalConstraint {
  readonly kind: 'conditional'
  readonly if: SchemaNode
  readonly then: SchemaNode
  /** The condition in words, for example `historyRead is false`. */
  describeCondition(): string
}
