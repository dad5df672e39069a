import type { JsonObject } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import type { ViolationCollector } from '../violations/collector.ts'
import type { Location, MemberLocation } from '../violations/location.ts'

/** A compiled schema object. */
export interface SchemaNode {
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  readonly keywords: readonly CompiledKeyword[]
  /** The constraints of the keywords. To be read once all keywords are compiled. */
  readonly constraints: ConstraintSet
  /** The target of `$ref`. */
  readonly reference: SchemaNode | undefined
  readonly isValid: IsValid
  readonly collectViolations: CollectViolations
  /** The schema whose `properties` contains this one. */
  readonly container: SchemaNode | undefined
  /** Whether the schema stands in `properties` of an object that does not require the member. */
  readonly isOptionalMember: boolean
  /** See {@link maxEvaluations} in evaluation-count.ts. */
  readonly maxEvaluations: number
  /** Describes a valid value for use in a message. `levels` limits how many levels of nesting are described. */
  describe(levels: number): string
  /** The subschema at a path relative to this schema, for example `('properties', 'title')`. */
  subschema(...segments: readonly string[]): SchemaNode | undefined
}

/** Returns whether a value is valid. `depth` is the number of levels between the artifact's root and the value. */
export type IsValid = (value: unknown, depth: number) => boolean

/** Adds every violation of the value at the location; none if the value is valid. */
export type CollectViolations = (location: Location, collector: ViolationCollector) => void

/** A keyword together with its value in one schema, for example `maxLength: 80`. */
export interface CompiledKeyword {
  readonly constraint: Constraint
  readonly collectViolations: CollectViolations
  /** Adds the violation of a value that failed the test. Present if the constraint is a {@link ValueTest}. */
  readonly addViolation?: CollectViolations
  /** Adds the violation of a member that the constraint forbids. */
  readonly addForbiddenMember?: (member: MemberLocation, collector: ViolationCollector) => void
  /** Completes the phrase "expected …", for example `at most 80 characters`. */
  describe?(levels: number): string
}

/**
 * What a keyword demands of a value, as data. The interpreter evaluates it and the code generator compiles it, so that
 * the meaning of each keyword is defined once.
 */
type Constraint =
  | ValueTest
  | MembersConstraint
  | ItemsConstraint
  | ReferenceConstraint
  | ConditionalConstraint

/** A condition on the value itself, without its members or items. */
interface ValueTest {
  readonly kind: 'test'
  /** The type of values that are tested. Values of other types pass. */
  readonly appliesTo: keyof ValueTypes
  /** The type of every value that passes the test. */
  readonly impliesType?: keyof ValueTypes
  readonly isValid: (value: unknown) => boolean
  /** Returns the JavaScript expression of `isValid`. `value` is an identifier. */
  emit(value: string, bind: Bind): string
  /** Returns a valid value near one of a template; undefined if none was found. */
  readonly adjust: (value: unknown) => unknown
}

/** The types of values that a keyword can apply to. */
export interface ValueTypes {
  readonly any: unknown
  readonly string: string
  readonly number: number
  readonly array: readonly unknown[]
  readonly object: JsonObject
}

/** Passes a value that has no literal, such as a function, to the generated code and returns its identifier there. */
export type Bind = (value: unknown) => string

/** A constraint on the members of an object. Each part comes from a keyword of its own. */
export interface MembersConstraint {
  readonly kind: 'members'
  readonly required?: readonly string[]
  readonly properties?: ReadonlyMap<string, MemberSchema>
  readonly additionalProperties?: MemberSchema
}

/** `true` allows any value; `false` forbids the member. */
export type MemberSchema = SchemaNode | boolean

/** Every item of an array must satisfy a schema. */
export interface ItemsConstraint {
  readonly kind: 'items'
  readonly each: SchemaNode
}

/** The value must satisfy another schema, the target of `$ref`. */
export interface ReferenceConstraint {
  readonly kind: 'reference'
  readonly node: SchemaNode
}

/** A value that satisfies `if` must satisfy `then`. */
export interface ConditionalConstraint {
  readonly kind: 'conditional'
  readonly if: SchemaNode
  readonly then: SchemaNode
  /** Describes `if` for use in a message, for example `historyRead is false`. */
  describeCondition(): string
}

/** The constraints of one schema, by kind, each in the order of the keywords. */
export interface ConstraintSet {
  readonly tests: readonly (ValueTest & { readonly keyword: CompiledKeyword })[]
  readonly members: MembersConstraintSet | undefined
  readonly items: readonly ItemsConstraint[]
  readonly references: readonly ReferenceConstraint[]
  readonly conditionals: readonly ConditionalConstraint[]
  /** The schemas that apply to the same value: the target of `$ref`, `if` and `then`. */
  readonly inPlaceSubschemas: readonly SchemaNode[]
}

/** The parts of a {@link MembersConstraint}; each comes from the keyword of that name. */
type MembersPart = 'required' | 'properties' | 'additionalProperties'

/** The constraints on an object's members, merged so that one loop over the members validates all of them. */
export interface MembersConstraintSet extends Required<Pick<MembersConstraint, MembersPart>> {
  readonly keywords: Readonly<Partial<Record<MembersPart, CompiledKeyword>>>
}
