import type { JsonObject } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import type { MemberPlace, Place } from '../report/place.ts'
import type { Report, RuleSite } from '../report/report.ts'
import type { Form } from './form.ts'
import type { Holds } from './plain.ts'

/** Adds what is wrong at a place to a report. */
export type Find = (place: Place, report: Report) => void

/** What a keyword asks of a value. */
export interface Rule {
  readonly form: Form
  /** Adds every way in which the place's value breaks the rule: nothing iff the value is as the form asks. */
  readonly report: Find
  /** Adds that a value, which the form's `holds` refused, breaks the rule; for a rule whose form is a test. */
  readonly reportBroken?: Find
  /** Adds that a member must not be there; for a rule whose form says so of some. */
  readonly reportMember?: (member: MemberPlace, report: Report) => void
  /** The rule in a few words that follow "expected", for example `at most 80 characters`. */
  phrase?(levels: number): string
}

/** A compiled schema object: all its rules. */
export interface Node {
  readonly rules: readonly Rule[]
  /** Whether a value follows all rules. `depth` counts the levels of the artifact from its root. */
  readonly holds: Holds
  /** Adds every way in which the place's value breaks a rule: nothing iff it `holds`. */
  report(place: Place, report: Report): void
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  /** Schemas that are asked about the same value as this one. */
  readonly inPlace: readonly Node[]
  /** What a value must be, in words, `levels` deep. */
  phrase(levels: number): string
  /** The schema that `$ref` leads to. */
  readonly reference: Node | undefined
  /** Follows JSON Pointer segments to a subschema that stands in this schema. */
  subschema(...segments: readonly string[]): Node | undefined
}

/** A JSON Schema keyword: one file, one rule. */
export interface Keyword {
  readonly name: string
  /** Whether its value is a schema, or an object whose members are schemas. */
  readonly subschemas?: 'value' | 'members'
  /** Whether `true` and `false` may stand where it takes a schema. */
  readonly takesBooleans?: boolean
  /** Narrows the keyword's value and makes its rule; undefined for one that only annotates, or that was refused. */
  compile(value: unknown, site: Site): Rule | undefined
}

/** What a keyword may ask of the schema that it stands in. */
export interface Site extends RuleSite {
  readonly pointer: Pointer
  /** The value of another keyword of the same schema. */
  sibling(keyword: string): unknown
  /** The compiled schema below this keyword. */
  subschema(...segments: readonly string[]): Node
  siblingSubschema(keyword: string, ...segments: readonly string[]): Node
  /** The compiled schema that a `$ref` leads to; refuses the keyword where it leads nowhere. */
  resolve(reference: string): Node | undefined
  /** Notes that the keyword asks another schema about the same value, so that a circle can be refused. */
  inPlace(node: Node): void
  /** Records why the keyword cannot be used, and how to mend it. */
  refuse(message: string): undefined
}
