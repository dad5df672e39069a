import type { Json } from '../json.ts'
import type { PatchOperation } from '../patch.ts'
import type { Pointer } from '../pointer.ts'
import { type Location, pointerOf } from './location.ts'

export interface KeywordLocation {
  readonly keyword: string
  /** For example `finding.v1.schema.json#/properties/severity/enum`. */
  readonly schemaPath: string
}

/** The part of a violation that its keyword provides. */
interface ViolationDetails {
  readonly message: string
  /** Added to the message of the first violation that a verdict lists of the same keyword of the same schema. */
  readonly note?: string | undefined
  readonly expected: Json
  readonly received?: Json | undefined
  readonly suggestion?: Json | undefined
  readonly template?: Json | undefined
  readonly fix?: readonly PatchOperation[] | undefined
}

/**
 * The part of the text that a violation's line and column refer to: the value, the member's name, or, for a missing
 * member, the object that should contain it.
 */
type Anchor = 'value' | 'name' | 'container'

/** A violation before it is sorted and gets its pointer, line and column. */
export interface ViolationRecord {
  readonly location: Location
  readonly path: Pointer
  readonly anchor: Anchor
  /** The depth limit is in no schema and has no `schemaPath`. */
  readonly source: Pick<KeywordLocation, 'keyword'> & Partial<KeywordLocation>
  readonly details: ViolationDetails
  /** The conditions under which the keyword applies, as a suffix of the message: ` when historyRead is false`. */
  readonly condition: string
}

const keyOf = (path: Pointer, schemaPath = ''): string => `${schemaPath} ${path}`

/** Collects the violations of one validation up to a limit, and counts the others. */
export class ViolationCollector {
  readonly records: ViolationRecord[] = []
  readonly #limit: number
  readonly #maxEvaluations: number
  #listed: Set<string> | undefined
  #condition = ''
  #omitted = 0

  /** @param maxEvaluations how often one schema is evaluated for the same value, and adds the same violation, at most */
  constructor(limit: number, maxEvaluations: number) {
    this.#limit = limit
    this.#maxEvaluations = maxEvaluations
  }

  /** Whether further violations are only counted. */
  get isFull(): boolean {
    return this.records.length >= this.#limit
  }

  /** The number of violations beyond the limit, at least. */
  get omitted(): number {
    return Math.ceil(this.#omitted / this.#maxEvaluations)
  }

  /** @param describe called with the pointer to the location, only if the violation is listed */
  add(
    location: Location,
    source: KeywordLocation,
    describe: (path: Pointer) => ViolationDetails,
    anchor: Anchor = 'value',
  ): void {
    if (!this.isFull) {
      const path = pointerOf(location)
      this.records.push({
        location,
        path,
        anchor,
        source,
        details: describe(path),
        condition: this.#condition,
      })
    } else if (this.#maxEvaluations === 1 || !this.#isListed(location, source)) this.#omitted++
  }

  #isListed(location: Location, { schemaPath }: KeywordLocation): boolean {
    this.#listed ??= new Set(this.records.map((record) => keyOf(record.path, record.source.schemaPath)))
    return this.#listed.has(keyOf(pointerOf(location), schemaPath))
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
