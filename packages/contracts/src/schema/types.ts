import type { Evaluations } from './evaluation/limits.ts'
import type { JsonObject, Pointer } from '@workbench/json-text'
import type { Expectations, TestExpectations } from './expectations.ts'

/** A compiled schema object. */
export interface SchemaNode {
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  /** For example `finding.v1.schema.json#/properties/severity`. */
  readonly schemaPath: string
  /** To be read once all keywords are compiled. */
  readonly constraints: Constraints
  readonly isValid: IsValid
  /** The schema whose `properties` contains this one. */
  readonly container: SchemaNode | undefined
  /** Whether the schema stands in `properties` of an object that does not require the member. */
  readonly isOptionalMember: boolean
}

/** Returns whether a value is valid. `depth` is the number of levels between the artifact's root and the value. */
export type IsValid = (value: unknown, depth: number, evaluations: Evaluations) => boolean

/**
 * What the keywords of one schema demand, as data. The interpreter evaluates it, the code generator compiles it and the
 * collector reports it, so that the meaning of each keyword is defined once.
 */
export interface Constraints {
  /** In the order of the keywords. */
  readonly tests: readonly ValueTest[]
  readonly members: MembersConstraint | undefined
  /** Every item of an array must satisfy it. */
  readonly items: SchemaNode | undefined
  /** The target of `$ref`, which the value must satisfy too. */
  readonly reference: SchemaNode | undefined
  readonly conditional: ConditionalConstraint | undefined
  /** The schemas that apply to the same value: the target of `$ref`, `if` and `then`. */
  readonly inPlaceSubschemas: readonly SchemaNode[]
}

/** What one keyword contributes to {@link Constraints}, for example the test of `maxLength: 80`. */
export interface KeywordConstraint
  extends
    Partial<Pick<Constraints, 'items' | 'reference' | 'conditional'>>,
    Partial<Pick<MembersConstraint, 'required' | 'properties' | 'additionalProperties'>> {
  readonly test?: ValueTest
}

/** The keywords that constrain a value itself, without its members or items. */
export type TestKeyword = keyof TestExpectations

export type ValueTest = { [Keyword in TestKeyword]: ValueTestOf<Keyword> }[TestKeyword]

/** A condition on the value itself. */
export interface ValueTestOf<Keyword extends TestKeyword> {
  readonly keyword: Keyword
  readonly expected: Expectations[Keyword]
  /** The type of values that are tested. Values of other types pass. */
  readonly appliesTo: keyof ValueTypes
  /** The type of every value that passes the test. */
  readonly impliesType?: keyof ValueTypes
  readonly isValid: (value: unknown) => boolean
  /** Returns what is compared with the limit: the length or the number of items, or the value itself. */
  readonly measure: (value: unknown) => unknown
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

/** `true` allows any value; `false` forbids the member. */
export type MemberSchema = SchemaNode | boolean

/** A value that satisfies `if` must satisfy `then`. */
export interface ConditionalConstraint {
  readonly if: SchemaNode
  readonly then: SchemaNode
}

/** What the keywords of an object's members demand, merged so that one loop over the members validates all of them. */
export interface MembersConstraint {
  readonly required: readonly string[]
  readonly properties: ReadonlyMap<string, MemberSchema>
  readonly additionalProperties: MemberSchema
  /** The names that a closed object can have. */
  readonly known: readonly string[]
  readonly firstRule: MemberRule | undefined
  ruleOf(name: string): MemberRule
}

/** What a schema demands of one member of an object. */
export interface MemberRule {
  /** Undefined for the members that the schema does not list. */
  readonly name: string | undefined
  readonly schema: MemberSchema
  readonly isRequired: boolean
  /** The rule of the member that the schema lists after this one. */
  readonly next: MemberRule | undefined
}
