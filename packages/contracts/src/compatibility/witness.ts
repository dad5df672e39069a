import type { Json } from '../json.ts'
import { numberIn } from './numbers.ts'
import type { SampleStrings } from './strings.ts'
import { stringIn } from './strings.ts'
import { type Term, type Type, TYPES } from './term.ts'

/** A value of a term; `none` where there is none, `unknown` where none was found though there may be one. */
export type Witness = { readonly value: Json } | 'none' | 'unknown'

/** Longest array that is built, in items. */
const LONGEST = 10_000

/** Levels that a value is built of. */
const DEEPEST = 100

/** Finds values of terms. A schema that can only be followed by endless nesting has none. */
export class Witnesses {
  readonly #sampleStrings: SampleStrings
  readonly #open = new Set<string>()
  readonly #found = new Map<string, Witness>()

  constructor(sampleStrings: SampleStrings) {
    this.#sampleStrings = sampleStrings
  }

  /** Any value of the term. */
  of(term: Term): Witness {
    const values = term.values
    if (values) return values.length > 0 ? { value: values[0] as Json } : 'none'
    const found = this.#found.get(term.key)
    if (found) return found
    // A smallest value holds no value of its own term, so there is no need to look for one there.
    if (this.#open.has(term.key)) return 'none'
    if (this.#open.size > DEEPEST) return 'unknown'
    this.#open.add(term.key)
    const witness = firstOf(TYPES.map((type) => () => this.ofType(term, type)))
    this.#open.delete(term.key)
    // That there is none may be so only here, within a term that is open.
    if (typeof witness !== 'string' || this.#open.size === 0) this.#found.set(term.key, witness)
    return witness
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
    if (length === 0) return this.#held(term, { value: [] })
    const item = this.of(term.items)
    return typeof item === 'string' ? item : this.arrayWith(term, item.value, length)
  }

  /** An array of the term with so many times the given item. */
  arrayWith(term: Term, item: Json, length: number): Witness {
    return length > LONGEST ? 'unknown' : this.#held(term, { value: Array.from({ length }, () => item) })
  }

  /**
   * An object of the term with the given members, those that the term requires besides, and not the one to leave out.
   * Where a condition of the term refuses it, others are tried: with other values where values are listed, then such
   * that they meet the condition and what follows from it.
   */
  objectWith(term: Term, given: Readonly<Record<string, Json>>, without?: string): Witness {
    const stricter = term.conditionals.map(({ condition, consequence }) => term.and(condition, consequence))
    const choices = term.conditionals.length > 0 ? [0, 1, 2, 3] : [0]
    const attempts = [term, ...stricter].flatMap((alternative) =>
      choices.map((choice) => () => this.#held(term, this.#object(alternative, given, choice))),
    )
    return firstOf(attempts, (value) => without === undefined || !Object.hasOwn(value as object, without))
  }

  #object(term: Term, given: Readonly<Record<string, Json>>, choice: number): Witness {
    const members = new Map(Object.entries(given))
    for (const name of term.required) {
      if (members.has(name)) continue
      const member = term.member(name)
      const witness = member ? this.#chosen(member, choice) : 'none'
      if (typeof witness === 'string') return witness
      members.set(name, witness.value)
    }
    return { value: objectOf(members) }
  }

  #chosen(term: Term, choice: number): Witness {
    const value = term.values?.[choice]
    return value === undefined ? this.of(term) : { value }
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

/** The first value that is accepted; else `unknown` if one was refused, or any of them is. */
function firstOf(
  attempts: readonly (() => Witness)[],
  accepts: (value: Json) => boolean = () => true,
): Witness {
  let worst: Witness = 'none'
  for (const attempt of attempts) {
    const witness = attempt()
    if (typeof witness !== 'string' && accepts(witness.value)) return witness
    if (witness !== 'none') worst = 'unknown'
  }
  return worst
}
