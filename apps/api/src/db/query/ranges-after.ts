import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { SortKey } from '../../domain/page.ts'

import type { OrderKey, SortColumns } from './order-by.ts'

/** The values of a position for a statement, under the names that `rangesAfter` reads. Ranked values become ranks. */
export function positionValues<Field extends string>(
  columns: Record<Field, SortColumns>,
  fields: readonly Field[],
  values: readonly (string | null)[],
): Record<string, string | number | null> {
  return Object.fromEntries(
    fields.map((field, i) => {
      const { ranked } = columns[field]
      const value = values[i] ?? null
      return [nameOf(field), ranked === undefined || value === null ? value : ranked.indexOf(value)]
    }),
  )
}

/**
 * Conditions for the rows after a position. Each is one range of an index on `keys`, and no row meets two of them. A
 * single comparison of all columns is enough if they are sorted in the same direction:
 * `(created_at, id) < ($1, $2)`. Otherwise there is a range for each change of the direction.
 *
 * @param nullFields the fields that are null at the position
 */
export function rangesAfter(
  keys: readonly OrderKey<string>[],
  nullFields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): RawBuilder<SqlBool>[] {
  const ranges: RawBuilder<SqlBool>[] = []
  const equal: RawBuilder<unknown>[] = []
  for (let start = 0; start < keys.length;) {
    const group = keys.slice(start, endOfGroup(keys, start, nullFields))
    const columns = group.map(({ column }) => sql.ref(column))
    const bounds = group.map((key) => boundOf(key, nullFields, values))
    const isNull = bounds.includes(undefined)
    if (!isNull) {
      const operator = sql.raw(group[0]?.direction === 'asc' ? '>' : '<')
      const after = sql`(${sql.join(columns)}) ${operator} (${sql.join(bounds)})`
      ranges.push(sql`(${sql.join([...equal, after], sql` and `)})`)
    }
    columns.forEach((column, i) =>
      equal.push(isNull ? sql`${column} is null` : sql`${column} = ${bounds[i]}`),
    )
    start += group.length
  }
  return ranges
}

/** The end of the keys from `start` on that are compared together: not null, in the same direction; or one null key. */
function endOfGroup(keys: readonly OrderKey<string>[], start: number, nullFields: readonly string[]): number {
  const isNull = ({ field, isNullRank }: OrderKey<string>): boolean =>
    !isNullRank && nullFields.includes(field)
  const [first] = keys.slice(start)
  if (first === undefined || isNull(first)) return start + 1
  const length = keys.slice(start).findIndex((key) => isNull(key) || key.direction !== first.direction)
  return length === -1 ? keys.length : start + length
}

/** The value of a column at the position; undefined for null, which no comparison can find. */
function boundOf(
  { field, isNullRank }: OrderKey<string>,
  nullFields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): unknown {
  const isNull = nullFields.includes(field)
  if (isNullRank) return sql.raw(isNull ? '1' : '0')
  return isNull ? undefined : values[nameOf(field)]
}

const nameOf = (field: string): string => `after_${field}`

/** The fields that are null at a position. */
export function nullFieldsOf<Field extends string>(
  fields: readonly Field[],
  values: readonly (string | null)[],
): Field[] {
  return fields.filter((_field, i) => values[i] === null)
}

/** Whether each range of a sort order is a part of one index. */
export const hasIndex = <Field extends string>(
  indexed: readonly Field[],
  sort: readonly SortKey<Field>[],
): boolean => sort.length === 1 && sort.every(({ field }) => indexed.includes(field))
