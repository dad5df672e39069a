import type { Json } from '@workbench/json-text'
import { type Conjunction, JSON_TYPES, type JsonType } from '../schemas/conjunction.ts'
import type { Example } from './example.ts'
import { anyNumber } from './number-examples.ts'
import { anyString } from './string-examples.ts'

/*
 * The conjunction requires a member `a` of `enum: [1, 2]`; if `a` is 1, then `b` is required and must be a text.
 * `{ a: 1 }` is tried first, with the first value of `a`; the condition rejects it, because `b` is missing.
 * `{ a: 2 }` is accepted, and the example. If neither were: what satisfies `if` and `then` as well, `{ a: 1, b: '' }`.
 */

/** Limit of the length of arrays that are built. */
const MAX_ARRAY_LENGTH = 10_000

/** Limit of the values of one member that are tried. */
const MAX_VARIANTS = 64

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
    const example = firstOf(JSON_TYPES.map((type) => () => this.ofType(conjunction, type)))
    this.#open.delete(conjunction.key)
    // Inside a recursion, 'none' may only mean that the enclosing conjunction was not searched again.
    if (typeof example !== 'string' || this.#open.size === 0) this.#found.set(conjunction.key, example)
    return example
  }

  /** Requires that the conjunction lists no values. */
  ofType(conjunction: Conjunction, type: JsonType): Example {
    if (!conjunction.allowsType(type)) return 'none'
    const example = this.#ofAllowedType(conjunction, type)
    return example === 'none' && conjunction.undecidedKeywords.length > 0 ? 'unknown' : example
  }

  #ofAllowedType(conjunction: Conjunction, type: JsonType): Example {
    switch (type) {
      case 'null':
        return accepted(conjunction, { value: null })
      case 'boolean':
        return firstOf([false, true].map((value) => () => accepted(conjunction, { value })))
      case 'number':
        return accepted(conjunction, anyNumber(conjunction))
      case 'string':
        return accepted(conjunction, anyString(conjunction))
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
   * If `if`/`then` of the conjunction rejects the first attempt, the other members are tried with their further values, then
   * those that an `if` constrains as well, and then values that satisfy both `if` and `then`.
   */
  objectWith(conjunction: Conjunction, given: Members, omitted?: string): Example {
    const { conditionals } = conjunction
    const stricter = conditionals.map(({ if: condition, then }) => conjunction.and(condition, then))
    const constrained = conditionals.flatMap(({ if: { constraints } }) => constraints.members?.known ?? [])
    const memberLists = constrained.length > 0 ? [[], constrained] : [[]]
    const attempts = [conjunction, ...stricter].flatMap((alternative) =>
      memberLists.flatMap((optional) => {
        const names = [...alternative.required, ...optional]
        const most =
          conditionals.length > 0
            ? Math.max(1, ...names.map((name) => valuesOf(alternative.member(name)).length))
            : 1
        return Array.from(
          { length: Math.min(most, MAX_VARIANTS) },
          (_, variant) => () => accepted(conjunction, this.#object(alternative, given, names, variant)),
        )
      }),
    )
    return firstOf(attempts, (value) => omitted === undefined || !Object.hasOwn(value as object, omitted))
  }

  #object(conjunction: Conjunction, given: Members, names: readonly string[], variant: number): Example {
    const members = new Map(Object.entries(given))
    for (const name of names) {
      if (members.has(name)) continue
      const member = conjunction.member(name)
      const example = member ? this.#memberExample(member, variant) : 'none'
      if (typeof example === 'string') return example
      members.set(name, example.value)
    }
    return { value: Object.fromEntries(members) }
  }

  #memberExample(member: Conjunction, variant: number): Example {
    const value = valuesOf(member)[variant]
    return value !== undefined && member.accepts(value) ? { value } : this.any(member)
  }
}

/** The values of a member that are tried: those of its `enum`, or both booleans. */
const valuesOf = (member: Conjunction | undefined): readonly Json[] =>
  member?.values ?? (member?.allowsType('boolean') === true ? [false, true] : [])

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
