import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** A query parameter that restricts a list: a row of the table of its filters. */
export interface Filter {
  /** The value for the statement, and the form that its condition has for it. Undefined if nothing is restricted. */
  read: (parameter: unknown) => { form: string; value: unknown } | undefined
  /** The condition in a form, with the value as a parameter of the statement. */
  condition: (value: unknown, form: string) => RawBuilder<SqlBool>
  /** Whether the view with the totals of the table has the columns of the condition. */
  isCounted?: boolean
  /** Whether no index has both the matching rows and an order. The form `text` of its condition is fast for rows that do not match. */
  isSearch?: boolean
}

/** A filter whose condition has one form. */
export const comparing = (
  condition: (value: unknown) => RawBuilder<SqlBool>,
  convert = (parameter: unknown): unknown => parameter,
): Filter => ({
  read: (parameter) => ({ form: 'one', value: convert(parameter) }),
  condition,
})

/** A filter for one or several values of a column that the view with the totals has, too. */
export const oneOf = (
  column: string,
  isValid: (value: string) => boolean = () => true,
  condition = (isOneOf: RawBuilder<SqlBool>): RawBuilder<SqlBool> => isOneOf,
): Filter => ({
  read: (parameter) => {
    const values = valuesOf(parameter).filter(isValid)
    return values.length === 1 ? { form: 'one', value: values[0] } : { form: 'several', value: values }
  },
  condition: (value, form) =>
    condition(sql`${sql.ref(column)} = ${form === 'one' ? sql`${value}` : sql`any(${value})`}`),
  isCounted: true,
})

export const UPDATED_AFTER = comparing(
  (value) => sql`updated_at >= to_timestamp(cast(${value} as double precision) / 1000)`,
  (time) => Date.parse(String(time)),
)

/** The values of a query parameter, each once. The order is fixed, so that a link is the same for each order of them. */
export const valuesOf = (parameter: unknown): string[] => [...new Set([parameter].flat() as string[])].sort()

/** A filter that is in use, on which the text of a statement depends. */
export type FilterUse = readonly [name: string, form: string]

/** The filters in use, and their values. */
export function filtersIn(
  parameters: Readonly<Record<string, unknown>>,
  filters: Readonly<Record<string, Filter>>,
) {
  const uses: FilterUse[] = []
  const values: Record<string, unknown> = {}
  for (const name in filters) {
    const parameter = parameters[name]
    const read = parameter === undefined ? undefined : filters[name]?.read(parameter)
    if (read === undefined) continue
    uses.push([name, read.form])
    values[name] = read.value
  }
  return { uses, values }
}

export const allOf = (...conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
