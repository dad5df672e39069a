import { Buffer } from 'node:buffer'

import { FILTERS } from './filters.ts'
import { operations, operationWithId, type Schema } from './operations.ts'
import type { Input, Model, Resource, Value } from './state.ts'

type Compare = (a: Value, b: Value) => number

export interface ExpectedPage {
  body: { content: Value[]; number: number; last: boolean }
  /** The page number of each link; undefined for a page that was read by cursor. */
  links: Record<string, number> | undefined
}

/** The expected response to a list request. */
export function pageOf(
  resources: readonly Resource[],
  { operation, query, link }: Input,
  model: Model,
): ExpectedPage {
  const given = (name: string): string[] =>
    query.filter(([known]) => known === name).map(([, value]) => value)
  const filters = operationWithId(operation).query.flatMap(({ name, isSplit }) => {
    const filter = name in FILTERS ? FILTERS[name as keyof typeof FILTERS] : undefined
    const values = isSplit ? given(name).flatMap((value) => value.split(',')) : given(name)
    return filter === undefined || values.length === 0 ? [] : [(value: Value) => filter(values, value, model)]
  })
  const compare = orderOf(given('sort'))
  const found = resources
    .map(({ value }) => value)
    .filter((value) => filters.every((isLeft) => isLeft(value)))
    .sort(compare)
  const [page, size] = [Number(given('page')[0] ?? 0), Number(given('size')[0] ?? 20)]
  const lastPage = Math.max(Math.ceil(found.length / size) - 1, 0)
  const body = (content: Value[], number: number, last: boolean) => ({
    content,
    number,
    size,
    numberOfElements: content.length,
    totalElements: found.length,
    totalPages: Math.ceil(found.length / size),
    first: number === 0,
    last,
    empty: content.length === 0,
  })
  if (given('after').length === 0) {
    const isLast = page >= lastPage
    const links = {
      first: 0,
      ...(page > 0 && { prev: Math.min(page - 1, lastPage) }),
      ...(!isLast && { next: page + 1 }),
      last: lastPage,
    }
    return { body: body(found.slice(page * size, (page + 1) * size), page, isLast), links }
  }
  const { item, number = 0 } = link ?? {}
  const rest = found.filter((value) => item === undefined || compare(value, item) > 0)
  return { body: body(rest.slice(0, size), number, rest.length <= size), links: undefined }
}

/**
 * Compares by each sort key, then by id in the direction of the last key. The keys after `id` are ignored: an item that
 * was changed since a cursor was made has the same position in such an order.
 */
function orderOf(sorts: readonly string[]): Compare {
  const keys = (sorts.length === 0 ? ['createdAt,desc'] : sorts).map((sort) => {
    const [field = '', direction = 'asc'] = sort.split(',')
    return { field, sign: direction.toLowerCase() === 'desc' ? -1 : 1 }
  })
  const all = [...keys, { field: 'id', sign: keys.at(-1)?.sign ?? 1 }]
  const compares = all
    .slice(0, all.findIndex(({ field }) => field === 'id') + 1)
    .map(({ field, sign }) => compareBy(field, sign))
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
      .map(({ schema }: { schema: Schema }) => (schema['items'] as Schema)['enum'] as string[])
    return [name, (word: string) => Math.max(...words.map((list) => list.indexOf(word)))]
  }),
)
