import { Buffer } from 'node:buffer'

import type { Input, Resource } from './model.ts'
import { operations, type Schema } from './operations.ts'

type Value = Resource['value']
type Compare = (a: Value, b: Value) => number

/** The expected response to a list request. */
export function pageOf(things: readonly Resource[], query: Input['query']): object {
  const given = (name: string): string[] =>
    query.filter(([known]) => known === name).map(([, value]) => value)
  const filters = ['status', 'priority'].flatMap((name) => given(name).map((value) => ({ name, value })))
  const compare = orderOf(given('sort'))
  const found = things
    .map(({ value }) => value)
    .filter((value) => filters.every((filter) => value[filter.name] === filter.value))
    .sort(compare)
  const [number, size] = [Number(given('page')[0] ?? 0), Number(given('size')[0] ?? 20)]
  const content = found.slice(number * size, (number + 1) * size)
  const totalPages = Math.ceil(found.length / size)
  return {
    content,
    number,
    size,
    numberOfElements: content.length,
    totalElements: found.length,
    totalPages,
    first: number === 0,
    last: number >= totalPages - 1,
    empty: content.length === 0,
  }
}

/** Compares by each sort key, then by id in the direction of the last key. */
function orderOf(sorts: readonly string[]): Compare {
  const keys = (sorts.length === 0 ? ['createdAt,desc'] : sorts).map((sort) => {
    const [field = '', direction = 'asc'] = sort.split(',')
    return { field, sign: direction.toLowerCase() === 'desc' ? -1 : 1 }
  })
  const last = keys.at(-1)?.sign ?? 1
  const compares = [...keys.map(({ field, sign }) => compareBy(field, sign)), compareBy('id', last)]
  return (a, b) => compares.map((compare) => compare(a, b)).find((result) => result !== 0) ?? 0
}

function compareBy(field: string, sign: number): Compare {
  const ranks = RANKS.get(field)
  return (a, b) => {
    const [left, right] = [a[field] ?? null, b[field] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    // UTF-8 bytes sort in code point order, as text does in the C locale.
    return (
      sign *
      (ranks === undefined
        ? Buffer.compare(Buffer.from(left), Buffer.from(right))
        : ranks(left) - ranks(right))
    )
  }
}

/** The rank of a status or priority: its position in the enum of openapi.yaml. No word is in two enums. */
const RANKS = new Map(
  ['status', 'priority'].map((name) => {
    const words = operations
      .flatMap(({ query }) => query.filter((parameter) => parameter.name === name))
      .map(({ schema }: { schema: Schema }) => schema['enum'] as string[])
    return [name, (word: string) => Math.max(...words.map((list) => list.indexOf(word)))]
  }),
)
