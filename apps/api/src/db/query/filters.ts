import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** The condition of each filter of a list, with its value as a parameter of the statement. */
export type FilterConditions<Filter> = Readonly<Record<keyof Filter, (value: unknown) => RawBuilder<SqlBool>>>

/** The names of the filters in use, on which the text of a statement depends. */
export const filtersIn = <Filter extends object>(
  values: Filter,
  conditions: FilterConditions<Filter>,
): string[] => Object.keys(conditions).filter((name) => values[name as keyof Filter] !== undefined)

export const allOf = (...conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
