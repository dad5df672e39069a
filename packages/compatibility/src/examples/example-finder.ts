import { exampleText } from '@workbench/contracts/internal'
import { isString, type Json, jsonEqual } from '@workbench/json-text'
import { shortestText, type TextConditions } from '../regexp/shortest-text.ts'
import { type Conjunction, JSON_TYPES, type JsonType } from '../schemas/conjunction.ts'
import type { Example } from './example.ts'
import { numberWhere } from './number-where.ts'

/*
 * The conjunction requires a member `a` of `enum: [1, 2]`; if `a` is 1, then `b` is required and must be a text.
 * `{ a: 1 }` is tried first, with the first value of `a`; the condition rejects it, because `b` is missing.
 * `{ a: 2 }` is accepted, and the example. If neither were, the answer would be `unknown`.
 */

/** Limit of the length of arrays that are built. */
const MAX_ARRAY_LENGTH = 10_000

/** Limit of the nesting of values that are built. */
const MAX_DEPTH = 100

type Members = Readonly<Record<string, Json>>

/** Finds values that a conjunction accepts. */
export class ExampleFinder {
  readonly #open = new Set<string>()
  readonly #found = new Map<string, Example>()

  any(conjunction: Conjunction): Example {
    const values = conjunction.values
    if (values) return values.length > 0 ? { value: values[0] as Json } : 'none'
    const found = this.#found.get(conjunction.key)
    if (found) return found
    // A smallest value of a recursive schema contains no smaller value of the same schema, so recursion adds nothing.
    if (this.#open.has(conjunction.key)) return 'none'
    if (this.#open.size > MAX_DEPTH) return 'unknown'
    this.#open.add(conjunction.key)
    const example = this.unlisted(conjunction, [])
    this.#open.delete(conjunction.key)
    // Inside a recursion, 'none' may only mean that the enclosing conjunction was not searched again.
    if (typeof example !== 'string' || this.#open.size === 0) this.#found.set(conjunction.key, example)
    return example
  }

  /** A value that is not in the list. Requires that the conjunction lists no values. */
  unlisted(conjunction: Conjunction, listed: readonly unknown[]): Example {
    const isUnlisted = (value: Json) => !listed.some((other) => jsonEqual(value, other))
    return firstOf(
      JSON_TYPES.map((type) => () => this.ofType(conjunction, type, listed)),
      isUnlisted,
    )
  }

  /**
   * A value of a type. Requires that the conjunction lists no values.
   * @param listed scalars that it must not be
   */
  ofType(conjunction: Conjunction, type: JsonType, listed: readonly unknown[] = []): Example {
    if (!conjunction.allowsType(type)) return 'none'
    switch (type) {
      case 'null':
      case 'boolean': {
        const values = (type === 'null' ? [null] : [false, true]).filter((value) => !listed.includes(value))
        return firstOf(values.map((value) => () => accepted(conjunction, { value })))
      }
      case 'number':
        return numberWhere(conjunction, (number) => !listed.includes(number))
      case 'string': {
        const texts = listed.filter(isString).map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
        return stringWhere(conjunction, texts.length > 0 ? { notMatching: `^(?:${texts.join('|')})$` } : {})
      }
      case 'array':
        return this.arrayOfLength(conjunction, conjunction.minItems)
      case 'object':
        return this.objectWith(conjunction, {})
    }
  }

  arrayOfLength(conjunction: Conjunction, length: number): Example {
    if (length === 0) return accepted(conjunction, { value: [] })
    const item = this.any(conjunction.items)
    return typeof item === 'string' ? item : this.arrayOf(conjunction, item.value, length)
  }

  /** An array that repeats the item. */
  arrayOf(conjunction: Conjunction, item: Json, length: number): Example {
    if (length > MAX_ARRAY_LENGTH) return 'unknown'
    return accepted(conjunction, { value: Array.from({ length }, () => item) })
  }

  /**
   * An object with the given members and the other required ones, but without the member `omitted`.
   *
   * If `if`/`then` of the conjunction rejects the first attempt, each value of a member that an `if` constrains is tried.
   */
  objectWith(conjunction: Conjunction, given: Members, omitted?: string): Example {
    const { conditionals } = conjunction
    const constrained = conditionals.flatMap(({ if: { constraints } }) => constraints.members?.known ?? [])
    const choices = constrained
      .filter((name) => !Object.hasOwn(given, name))
      .flatMap((name) =>
        this.#valuesOf(conjunction.member(name)).map((value) => ({ ...given, [name]: value })),
      )
    const attempts = [given, ...choices].map(
      (members) => () => accepted(conjunction, this.#object(conjunction, members)),
    )
    return firstOf(attempts, (value) => omitted === undefined || !Object.hasOwn(value as object, omitted))
  }

  #object(conjunction: Conjunction, given: Members): Example {
    const members = new Map(Object.entries(given))
    for (const name of conjunction.required) {
      if (members.has(name)) continue
      const member = conjunction.member(name)
      const example = member ? this.any(member) : 'none'
      if (typeof example === 'string') return example
      members.set(name, example.value)
    }
    return { value: Object.fromEntries(members) }
  }

  /** The values of a member that are tried: those of its `enum`, both booleans, or any. */
  #valuesOf(member: Conjunction | undefined): readonly Json[] {
    if (!member) return []
    if (member.values) return member.values
    const example = this.any(member)
    const booleans = member.allowsType('boolean') ? [false, true] : []
    return typeof example === 'string' ? booleans : [...booleans, example.value]
  }
}

/**
 * The shortest string that the patterns and lengths of the conjunction and the conditions allow. Of patterns that the search
 * does not support, an example, which may not meet the conditions.
 */
export function stringWhere(
  conjunction: Conjunction,
  conditions: Pick<TextConditions, 'notMatching' | 'minLength'>,
): Example {
  const { patterns, maxLength } = conjunction
  const shortest = shortestText({ ...conditions, matching: patterns, maxLength })
  if (shortest !== 'unknown') return accepted(conjunction, shortest)
  const examples = patterns.flatMap((pattern) => exampleText(pattern) ?? [])
  const value = examples.find((example) => conjunction.accepts(example))
  return value === undefined ? 'unknown' : { value }
}

/** An example built from single keywords may still fail another one, such as `if` or `pattern`. */
function accepted(conjunction: Conjunction, example: Example): Example {
  return typeof example === 'string' || conjunction.accepts(example.value) ? example : 'unknown'
}

/** The first example that satisfies `isUsable`; `none` only if every attempt returns `none`. */
function firstOf(
  attempts: readonly (() => Example)[],
  isUsable: (value: Json) => boolean = () => true,
): Example {
  let result: Example = 'none'
  for (const attempt of attempts) {
    const example = attempt()
    if (typeof example !== 'string' && isUsable(example.value)) return example
    if (example !== 'none') result = 'unknown'
  }
  return result
}
