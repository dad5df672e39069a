import { type Json, jsonEqual } from '@workbench/json-text'
import { type Conjunction, JSON_TYPES, type JsonType } from '../schemas/conjunction.ts'
import type { ExampleFinder } from './example-finder.ts'
import type { Candidates, Example } from './example.ts'
import { distinctNumbers } from './number-examples.ts'
import { unlistedString } from './string-examples.ts'

/** A value of the conjunction that is not in the list. */
export function unlistedExample(
  conjunction: Conjunction,
  listed: readonly unknown[],
  examples: ExampleFinder,
): Example {
  const candidates = JSON_TYPES.filter((type) => conjunction.allowsType(type)).map((type) =>
    candidatesOf(conjunction, type, listed, examples),
  )
  for (const { found } of candidates) {
    const value = found.find(
      (each) => !listed.some((other) => jsonEqual(each, other)) && conjunction.accepts(each),
    )
    if (value !== undefined) return { value }
  }
  return candidates.every(({ areAll }) => areAll) ? 'none' : 'unknown'
}

function candidatesOf(
  conjunction: Conjunction,
  type: JsonType,
  listed: readonly unknown[],
  examples: ExampleFinder,
): Candidates {
  const limit = listed.length + 1
  switch (type) {
    case 'null':
      return { found: [null], areAll: true }
    case 'boolean':
      return { found: [false, true], areAll: true }
    case 'number':
      return distinctNumbers(conjunction, limit)
    case 'string': {
      const example = unlistedString(conjunction, listed)
      return { found: valueOf(example), areAll: example === 'none' }
    }
    case 'array':
      return arrays(conjunction, limit, examples)
    case 'object':
      return objects(conjunction, limit, examples)
  }
}

function arrays(conjunction: Conjunction, limit: number, examples: ExampleFinder): Candidates {
  const lengths = Array.from({ length: limit }, (_, index) => conjunction.minItems + index)
  return {
    found: lengths.flatMap((length) => valueOf(examples.arrayOfLength(conjunction, length))),
    areAll: examples.any(conjunction.items) === 'none',
  }
}

function objects(conjunction: Conjunction, limit: number, examples: ExampleFinder): Candidates {
  const others = Array.from({ length: limit }, (_, index) => `other${index}`)
  const optional = [...conjunction.memberNames, ...others].filter((name) => !conjunction.required.has(name))
  const members = optional.map((name) => {
    const member = conjunction.member(name)
    return { name, example: member ? examples.any(member) : 'none' }
  })
  const found = members.flatMap(({ name, example }) =>
    typeof example === 'string' ? [] : valueOf(examples.objectWith(conjunction, { [name]: example.value })),
  )
  return {
    found: [...valueOf(examples.objectWith(conjunction, {})), ...found],
    areAll: conjunction.required.size === 0 && members.every(({ example }) => example === 'none'),
  }
}

const valueOf = (example: Example): Json[] => (typeof example === 'string' ? [] : [example.value])
