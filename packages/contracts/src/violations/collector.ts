import type { Json } from '../json.ts'
import type { Location } from './location.ts'

/** Where a keyword stands in a schema. */
export interface KeywordLocation {
  readonly keyword: string
  /** As `finding.v1.schema.json#/properties/severity/enum`. */
  readonly schemaPath: string
}

/** What a keyword has to say about a value that breaks its rule. */
export interface ViolationDetails {
  readonly message: string
  readonly expected: Json
  readonly received?: Json | undefined
  readonly suggestion?: Json | undefined
}

/** The part of the text that a fault is about: a value, the name of a member, or the object that lacks a member. */
export type Anchor = 'value' | 'name' | 'container'

/** A broken rule at a place: a violation before it is put in document order and given a pointer and a position. */
export interface ViolationRecord {
  readonly location: Location
  readonly anchor: Anchor
  /** The depth that a contract looks into stands in no schema. */
  readonly keyword: Pick<KeywordLocation, 'keyword'> & Partial<KeywordLocation>
  readonly details: ViolationDetails
  /** Under which condition the rule holds, as in ` when historyRead is false`. */
  readonly condition: string
}

/** Gathers the faults of one validation. */
export class ViolationCollector {
  readonly records: ViolationRecord[] = []
  #condition = ''

  add(
    location: Location,
    rule: KeywordLocation,
    explanation: ViolationDetails,
    anchor: Anchor = 'value',
  ): void {
    this.records.push({ location, anchor, keyword: rule, details: explanation, condition: this.#condition })
  }

  /**
   * Says of every fault that is added until `leave` under which condition its rule holds, for example `historyRead is
   * false`. Returns what `leave` takes.
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
