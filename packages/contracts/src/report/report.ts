import type { Json } from '../json.ts'
import type { Place } from './place.ts'

/** Where a keyword stands in a schema. */
export interface RuleSite {
  readonly keyword: string
  /** As `finding.v1.schema.json#/properties/severity/enum`. */
  readonly schemaPath: string
}

/** What a keyword has to say about a value that breaks its rule. */
export interface Explanation {
  readonly message: string
  readonly expected: Json
  readonly received?: Json
  readonly suggestion?: Json
}

/** The part of the text that a fault is about: a value, the name of a member, or the object that lacks a member. */
export type Anchor = 'value' | 'name' | 'container'

/** A broken rule at a place: a violation before it is put in document order and given a pointer and a position. */
export interface Fault extends RuleSite, Explanation {
  readonly place: Place
  readonly anchor: Anchor
}

/** Gathers the faults of one validation. */
export class Report {
  readonly faults: Fault[] = []
  #condition = ''

  add(
    place: Place,
    { keyword, schemaPath }: RuleSite,
    explanation: Explanation,
    anchor: Anchor = 'value',
  ): void {
    const message = explanation.message + this.#condition
    this.faults.push({ ...explanation, message, place, keyword, schemaPath, anchor })
  }

  /** Says of every fault that `write` adds under which condition its rule holds, for example `historyRead is false`. */
  when(condition: string, write: () => void): void {
    const outer = this.#condition
    this.#condition = `${outer} when ${condition}`
    write()
    this.#condition = outer
  }
}
