import type { JsonObject } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import type { MemberLocation, Location } from '../violations/location.ts'
import type { ViolationCollector, KeywordLocation } from '../violations/collector.ts'
import type { Constraint } from './constraint.ts'
import type { IsValid } from './interpreter.ts'

/** Adds what is wrong at a place to a report. */
export type CollectViolations = (location: Location, collector: ViolationCollector) => void

/** What a keyword asks of a value. */
export interface CompiledKeyword {
  readonly constraint: Constraint
  /** Adds every way in which the place's value breaks the rule: nothing iff the value is as the form asks. */
  readonly collectViolations: CollectViolations
  /** Adds that a value, which the form's `holds` refused, breaks the rule; for a rule whose form is a test. */
  readonly addViolation?: CollectViolations
  /** Adds that a member must not be there; for a rule whose form says so of some. */
  readonly addForbiddenMember?: (member: MemberLocation, collector: ViolationCollector) => void
  /** The rule in a few words that follow "expected", for example `at most 80 characters`. */
  describe?(levels: number): string
}

/** A compiled schema object: all its rules. */
export interface SchemaNode {
  readonly keywords: readonly CompiledKeyword[]
  /** Whether a value follows all rules. `depth` counts the levels of the artifact from its root. */
  readonly isValid: IsValid
  /** Adds every way in which the place's value breaks a rule: nothing iff it `holds`. */
  collectViolations(location: Location, collector: ViolationCollector): void
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  /** Schemas that are asked about the same value as this one. */
  readonly inPlaceSubschemas: readonly SchemaNode[]
  /** What a value must be, in words, `levels` deep. */
  describe(levels: number): string
  /** The schema that `$ref` leads to. */
  readonly reference: SchemaNode | undefined
  /** Follows JSON Pointer segments to a subschema that stands in this schema. */
  subschema(...segments: readonly string[]): SchemaNode | undefined
}

/** A JSON Schema keyword: one file, one rule. */
export interface Keyword {
  readonly name: string
  /** Whether its value is a schema, or an object whose members are schemas. */
  readonly subschemas?: 'value' | 'members'
  /** Whether `true` and `false` may stand where it takes a schema. */
  readonly allowsBooleans?: boolean
  /** Narrows the keyword's value and makes its rule; undefined for one that only annotates, or that was refused. */
  compile(value: unknown, context: KeywordContext): CompiledKeyword | undefined
}

/** What a keyword may ask of the schema that it stands in. */
export interface KeywordContext extends KeywordLocation {
  readonly pointer: Pointer
  /** The value of another keyword of the same schema. */
  siblingValue(keyword: string): unknown
  /** The compiled schema below this keyword. */
  subschema(...segments: readonly string[]): SchemaNode
  siblingSubschema(keyword: string, ...segments: readonly string[]): SchemaNode
  /** The compiled schema that a `$ref` leads to; refuses the keyword where it leads nowhere. */
  resolveReference(reference: string): SchemaNode | undefined
  /** Notes that the keyword asks another schema about the same value, so that a circle can be refused. */
  addInPlaceSubschema(node: SchemaNode): void
  /** Records why the keyword cannot be used, and how to mend it. */
  reject(message: string): undefined
}
