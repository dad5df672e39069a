import { type Json, jsonEqual } from '../json.ts'
import type { ContainmentChecker } from './containment.ts'
import { distinctNumbers } from './number-examples.ts'
import { distinctStrings } from './string-examples.ts'
import { type Conjunction, type JsonType, JSON_TYPES } from './conjunction.ts'
import type { Example } from './examples.ts'

/** Some values of a conjunction of one type, and whether there are no others. */
interface Values {
  readonly found: readonly Json[]
  readonly areAll: boolean
}

/** A value of a conjunction that is none of those listed. */
export function unlistedExample(
  conjunction: Conjunction,
  listed: readonly unknown[],
  checker: ContainmentChecker,
): Example {
  const candidates = JSON_TYPES.filter((type) => conjunction.allowsType(type)).map((type) =>
    valuesOf(conjunction, type, listed.length + 1, checker),
  )
  for (const { found } of candidates) {
    const value = found.find(
      (each) => !listed.some((other) => jsonEqual(each, other)) && conjunction.accepts(each),
    )
    if (value !== undefined) return { value }
  }
  return candidates.every(({ areAll }) => areAll) ? 'none' : 'unknown'
}

function valuesOf(
  conjunction: Conjunction,
  type: JsonType,
  most: number,
  checker: ContainmentChecker,
): Values {
  switch (type) {
    case 'null':
      return { found: [null], areAll: true }
    case 'boolean':
      return { found: [false, true], areAll: true }
    case 'number':
      return distinctNumbers(conjunction, most)
    case 'string':
      return distinctStrings(conjunction, checker.sampleStrings)
    case 'array':
      return arraysOf(conjunction, most, checker)
    case 'object':
      return objectsOf(conjunction, most, checker)
  }
}

function arraysOf(
  conjunction: Conjunction,
  most: number,
  { examples: examples }: ContainmentChecker,
): Values {
  const lengths = Array.from({ length: most }, (_, index) => conjunction.minItems + index)
  return {
    found: lengths.flatMap((length) => valueOf(examples.arrayOf(conjunction, length))),
    areAll: examples.of(conjunction.items) === 'none',
  }
}

function objectsOf(
  conjunction: Conjunction,
  most: number,
  { examples: examples }: ContainmentChecker,
): Values {
  const others = Array.from({ length: most }, (_, index) => `other${index}`)
  const names = [...conjunction.memberNames, ...others].filter((name) => !conjunction.required.has(name))
  const members = names.map((name) => ({ name, example: witnessOf(conjunction, name) }))
  const found = members.flatMap(({ name, example }) =>
    typeof example === 'string' ? [] : valueOf(examples.objectWith(conjunction, { [name]: example.value })),
  )
  const areAll = conjunction.required.size === 0 && members.every(({ example }) => example === 'none')
  return { found: [...valueOf(examples.objectWith(conjunction, {})), ...found], areAll }

  function witnessOf(conjunction: Conjunction, name: string): Example {
    const member = conjunction.member(name)
    return member ? examples.of(member) : 'none'
  }
}

const valueOf = (example: Example): Json[] => (typeof example === 'string' ? [] : [example.value])
