import type { Json } from '../json.ts'
import type { Location } from './location.ts'

/** The location of a keyword in a schema. */
export interface KeywordLocation {
  readonly keyword: string
  /** For example `finding.v1.schema.json#/properties/severity/enum`. */
  readonly schemaPath: string
}

/** The part of a violation that its keyword provides. */
interface ViolationDetails {
  readonly message: string
  readonly expected: Json
  readonly received?: Json | undefined
  readonly suggestion?: Json | undefined
}

/**
 * The part of the text that a violation's line and column refer to: the value, the member's name, or, for a missing
 * member, the object that should contain it.
 */
type Anchor = 'value' | 'name' | 'container'

/** A violation before it is sorted and gets its pointer, line and column. */
export interface ViolationRecord {
  readonly location: Location
  readonly anchor: Anchor
  /** The depth limit is in no schema and has no `schemaPath`. */
  readonly source: Pick<KeywordLocation, 'keyword'> & Partial<KeywordLocation>
  readonly details: ViolationDetails
  /** The conditions under which the keyword applies, as a suffix of the message: ` when historyRead is false`. */
  readonly condition: string
}

/** Collects the violations of one validation. */
export class ViolationCollector {
  readonly records: ViolationRecord[] = []
  #condition = ''

  add(
    location: Location,
    source: KeywordLocation,
    details: ViolationDetails,
    anchor: Anchor = 'value',
  ): void {
    this.records.push({ location, anchor, source, details, condition: this.#condition })
  }

  /**
   * Appends a condition, for example `historyRead is false`, to the message of each violation that is added until
   * `leaveCondition`. Returns the argument for `leaveCondition`.
   */
  enterCondition(condition: string): string {
    const outer = this.#condition
    this.#condition = `${outer} when ${condition}`
    return outer
  }

  leaveCondition(outer: string): void {
    this.#condition = outer
  }
}
