import type { Json } from '../json.ts'
import { numberIn } from './numbers.ts'
import type { SampleStrings } from './strings.ts'
import { stringIn } from './strings.ts'
import { type Term, type Type, TYPES } from './term.ts'

/** A value of a term; `none` where there is none, `unknown` where none was found though there may be one. */
export type Witness = { readonly value: Json } | 'none' | 'unknown'

/** Longest array that is built, in items. */
const LONGEST = 10_000

/** Finds values of terms. A schema that can only be followed by endless nesting has none. */
export class Witnesses {
  readonly #sampleStrings: SampleStrings
  readonly #open = new Set<string>()

  constructor(sampleStrings: SampleStrings) {
    this.#sampleStrings = sampleStrings
  }

  /** Any value of the term. */
  of(term: Term): Witness {
    const values = term.values
    if (values) return values.length > 0 ? { value: values[0] as Json } : 'none'
    // A smallest value holds no value of its own term, so there is no need to look for one there.
    if (this.#open.has(term.key)) return 'none'
    this.#open.add(term.key)
    try {
      return firstOf(TYPES.map((type) => () => this.ofType(term, type)))
    } finally {
      this.#open.delete(term.key)
    }
  }

  /** Any value of the term that has the type; the term lists no values. */
  ofType(term: Term, type: Type): Witness {
    if (!term.allows(type)) return 'none'
    switch (type) {
      case 'null':
        return this.#held(term, { value: null })
      case 'boolean':
        return firstOf([false, true].map((value) => () => this.#held(term, { value })))
      case 'number':
        return this.#held(term, numberIn(term))
      case 'string':
        return this.#held(term, stringIn(term, this.#sampleStrings))
      case 'array':
        return this.arrayOf(term, term.minItems)
      case 'object':
        return this.objectWith(term, {})
    }
  }

  /** An array of the term with so many items. */
  arrayOf(term: Term, length: number): Witness {
    if (length > LONGEST) return 'unknown'
    const item = length === 0 ? 'none' : this.of(term.items)
    if (typeof item === 'string' && length > 0) return item
    const value = typeof item === 'string' ? [] : Array.from({ length }, () => item.value)
    return this.#held(term, { value })
  }

  /**
   * An object of the term with the given members, and those that the term requires besides. Where a condition of the
   * term refuses it, one is tried that meets the condition and what follows from it.
   */
  objectWith(term: Term, given: Readonly<Record<string, Json>>): Witness {
    const stricter = term.conditionals.map(({ condition, consequence }) => term.and(condition, consequence))
    return firstOf(
      [term, ...stricter].map((alternative) => () => this.#held(term, this.#object(alternative, given))),
    )
  }

  #object(term: Term, given: Readonly<Record<string, Json>>): Witness {
    const members = new Map(Object.entries(given))
    for (const name of term.required) {
      if (members.has(name)) continue
      const member = term.member(name)
      const witness = member ? this.of(member) : 'none'
      if (typeof witness === 'string') return witness
      members.set(name, witness.value)
    }
    return { value: objectOf(members) }
  }

  /** What was built by the rules one by one may still break a condition, or a pattern. */
  #held(term: Term, witness: Witness): Witness {
    if (typeof witness === 'string' || term.holds(witness.value)) return witness
    return 'unknown'
  }
}

/** An object with these members, `__proto__` among them where it is one. */
function objectOf(members: ReadonlyMap<string, Json>): Json {
  const object: Record<string, Json> = {}
  for (const [name, value] of members) {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return object
}

/** The first value; else `unknown` if any of them is. */
function firstOf(attempts: readonly (() => Witness)[]): Witness {
  let worst: Witness = 'none'
  for (const attempt of attempts) {
    const witness = attempt()
    if (typeof witness !== 'string') return witness
    if (witness === 'unknown') worst = 'unknown'
  }
  return worst
}
