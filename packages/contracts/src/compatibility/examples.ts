import type { Json } from '../json.ts'
import { anyNumber } from './number-examples.ts'
import type { SampleStrings } from './string-examples.ts'
import { anyString } from './string-examples.ts'
import { type Conjunction, type JsonType, JSON_TYPES } from './conjunction.ts'

/** A value of a conjunction; `none` where there is none, `unknown` where none was found though there may be one. */
export type Example = { readonly value: Json } | 'none' | 'unknown'

/** Longest array that is built, in items. */
const MAX_ARRAY_LENGTH = 10_000

/** Levels that a value is built of. */
const MAX_DEPTH = 100

/** Finds values of conjunctions. A schema that can only be followed by endless nesting has none. */
export class ExampleFinder {
  readonly #sampleStrings: SampleStrings
  readonly #open = new Set<string>()
  readonly #found = new Map<string, Example>()

  constructor(sampleStrings: SampleStrings) {
    this.#sampleStrings = sampleStrings
  }

  /** Any value of the conjunction. */
  of(conjunction: Conjunction): Example {
    const values = conjunction.values
    if (values) return values.length > 0 ? { value: values[0] as Json } : 'none'
    const found = this.#found.get(conjunction.key)
    if (found) return found
    // A smallest value holds no value of its own conjunction, so there is no need to look for one there.
    if (this.#open.has(conjunction.key)) return 'none'
    if (this.#open.size > MAX_DEPTH) return 'unknown'
    this.#open.add(conjunction.key)
    const example = firstOf(JSON_TYPES.map((type) => () => this.ofType(conjunction, type)))
    this.#open.delete(conjunction.key)
    // That there is none may be so only here, within a conjunction that is open.
    if (typeof example !== 'string' || this.#open.size === 0) this.#found.set(conjunction.key, example)
    return example
  }

  /** Any value of the conjunction that has the type; the conjunction lists no values. */
  ofType(conjunction: Conjunction, type: JsonType): Example {
    if (!conjunction.allowsType(type)) return 'none'
    switch (type) {
      case 'null':
        return this.#held(conjunction, { value: null })
      case 'boolean':
        return firstOf([false, true].map((value) => () => this.#held(conjunction, { value })))
      case 'number':
        return this.#held(conjunction, anyNumber(conjunction))
      case 'string':
        return this.#held(conjunction, anyString(conjunction, this.#sampleStrings))
      case 'array':
        return this.arrayOf(conjunction, conjunction.minItems)
      case 'object':
        return this.objectWith(conjunction, {})
    }
  }

  /** An array of the conjunction with so many items. */
  arrayOf(conjunction: Conjunction, length: number): Example {
    if (length === 0) return this.#held(conjunction, { value: [] })
    const item = this.of(conjunction.items)
    return typeof item === 'string' ? item : this.arrayWith(conjunction, item.value, length)
  }

  /** An array of the conjunction with so many times the given item. */
  arrayWith(conjunction: Conjunction, item: Json, length: number): Example {
    return length > MAX_ARRAY_LENGTH
      ? 'unknown'
      : this.#held(conjunction, { value: Array.from({ length }, () => item) })
  }

  /**
   * An object of the conjunction with the given members, those that the conjunction requires besides, and not the one to leave out.
   * Where a condition of the conjunction refuses it, others are tried: with other values where values are listed, then such
   * that they meet the condition and what follows from it.
   */
  objectWith(conjunction: Conjunction, given: Readonly<Record<string, Json>>, without?: string): Example {
    const stricter = conjunction.conditionals.map(({ condition, consequence }) =>
      conjunction.and(condition, consequence),
    )
    const choices = conjunction.conditionals.length > 0 ? [0, 1, 2, 3] : [0]
    const attempts = [conjunction, ...stricter].flatMap((alternative) =>
      choices.map((choice) => () => this.#held(conjunction, this.#object(alternative, given, choice))),
    )
    return firstOf(attempts, (value) => without === undefined || !Object.hasOwn(value as object, without))
  }

  #object(conjunction: Conjunction, given: Readonly<Record<string, Json>>, choice: number): Example {
    const members = new Map(Object.entries(given))
    for (const name of conjunction.required) {
      if (members.has(name)) continue
      const member = conjunction.member(name)
      const example = member ? this.#chosen(member, choice) : 'none'
      if (typeof example === 'string') return example
      members.set(name, example.value)
    }
    return { value: objectOf(members) }
  }

  #chosen(conjunction: Conjunction, choice: number): Example {
    const value = conjunction.values?.[choice]
    return value === undefined ? this.of(conjunction) : { value }
  }

  /** What was built by the rules one by one may still break a condition, or a pattern. */
  #held(conjunction: Conjunction, example: Example): Example {
    if (typeof example === 'string' || conjunction.accepts(example.value)) return example
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
  attempts: readonly (() => Example)[],
  accepts: (value: Json) => boolean = () => true,
): Example {
  let worst: Example = 'none'
  for (const attempt of attempts) {
    const example = attempt()
    if (typeof example !== 'string' && accepts(example.value)) return example
    if (example !== 'none') worst = 'unknown'
  }
  return worst
}
