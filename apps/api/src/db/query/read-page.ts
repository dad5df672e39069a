import type { Expression, SqlBool } from 'kysely'

import { type ListPage, type PageByNumber, type PageFrom, sortFields } from '../../domain/page.ts'
import type { Store } from '../store.ts'

import { type Compilable, compileOnce } from './compiled-statement.ts'
import type { FilterVariant } from './filters.ts'
import { hasIndex, nullFieldsOf, positionValues } from './ranges-after.ts'
import {
  type ListSource,
  type PageValues,
  type PageVariant,
  type PositionVariant,
  selectFromPosition,
  selectPage,
} from './select-page.ts'

/** A list whose pages can be read. */
interface ListDefinition<Values, Field extends string> extends Pick<
  ListSource<Field>,
  'table' | 'columns' | 'sortColumns' | 'indexed'
> {
  where: (values: Values, variant: FilterVariant) => Expression<SqlBool>
  total: (values: Values, variant: FilterVariant) => Expression<{ total: string }>
  /** A statement that counts the rows. It returns no row if the list itself does not exist. */
  count: (values: Values, variant: FilterVariant) => Compilable<{ total: string }>
}

type ReadPage<Row, Values, Request> = (
  store: Store,
  request: Request,
  values: Values,
  variant: FilterVariant,
) => Promise<ListPage<Row> | undefined>

/** From this offset on, the rows are counted first: a page after the end would read all of them. */
const MAX_UNCOUNTED_OFFSET = 1_000
/** How often a page is read that should have rows by the total, but has none. */
const MAX_ATTEMPTS = 3

/**
 * Compiles the statements of a list. The returned function reads a page and the total; it returns undefined if the list
 * does not exist.
 *
 * The rows and the total come from the same statement, so they are consistent. An empty page has no row that could carry
 * the total: the rows are then counted by another statement. If that shows that the page is not empty, because rows were
 * inserted in between, the page is read again, but only a few times: the total is too high if rows were deleted while the
 * triggers that maintain it were disabled.
 */
export function pageReader<Row, Values extends object, Field extends string>({
  where,
  total,
  count: selectCount,
  ...list
}: ListDefinition<Values, Field>): ReadPage<Row, Values, PageByNumber<Field> | PageFrom<Field>> {
  const sourceOf = (values: Values, variant: FilterVariant): ListSource<Field> => ({
    ...list,
    where: where(values, variant),
    total: total(values, variant),
  })
  // An order that an index provides, and few rows before the page or a position.
  const canPipeline = (variant: FilterVariant & (PageVariant<Field> | PositionVariant<Field>)): boolean =>
    hasIndex(list.indexed[variant.filters.length > 0 ? 'filtered' : 'unfiltered'], variant.sort) &&
    (!('isNear' in variant) || variant.isNear)
  const selectRows = compileOnce(
    (values: Values & PageValues, variant: FilterVariant & PageVariant<Field>) =>
      selectPage<Row, Field>(sourceOf(values, variant), values, variant),
    canPipeline,
  )
  const selectRowsFrom = compileOnce(
    (
      values: Values & { limit: number } & Record<string, unknown>,
      variant: FilterVariant & PositionVariant<Field>,
    ) => selectFromPosition<Row, Field>(sourceOf(values, variant), values, variant),
    canPipeline,
  )
  const selectTotal = compileOnce(selectCount)
  const count = async (store: Store, values: Values, variant: FilterVariant): Promise<number | undefined> => {
    const [row] = await selectTotal.execute(store, values, variant)
    return row && Number(row.total)
  }

  const byNumber: ReadPage<Row, Values, PageByNumber<Field>> = async (store, request, values, variant) => {
    const { number, size, sort } = request
    const offset = number * size
    const isNear = offset < MAX_UNCOUNTED_OFFSET
    let totalRows = isNear ? Infinity : await count(store, values, variant)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (totalRows === undefined || offset >= totalRows) break
      const rows = await selectRows.execute(store, { size, offset, ...values }, { sort, isNear, ...variant })
      const [first] = rows
      if (first !== undefined) return { items: rows.map(withoutTotal), total: Number(first.total) }
      totalRows = await count(store, values, variant)
    }
    return totalRows === undefined ? undefined : { items: [], total: totalRows }
  }

  const fromPosition: ReadPage<Row, Values, PageFrom<Field>> = async (store, request, values, variant) => {
    const { size, sort } = request
    const { direction, values: position } = request.position
    const fields = sortFields(sort)
    const reversed = direction === 'backward'
    const rows = await selectRowsFrom.execute(
      store,
      // One more than the page, to find out whether there are more.
      { limit: size + 1, ...values, ...(position && positionValues(list.sortColumns, fields, position)) },
      { sort, reversed, nullFields: position && nullFieldsOf(fields, position), ...variant },
    )
    const [first] = rows
    const totalRows = first === undefined ? await count(store, values, variant) : Number(first.total)
    if (totalRows === undefined) return undefined
    const items = rows.slice(0, size).map(withoutTotal)
    return { items: reversed ? items.reverse() : items, total: totalRows, hasMore: rows.length > size }
  }

  return (store, request, values, variant) =>
    'position' in request
      ? fromPosition(store, request, values, variant)
      : byNumber(store, request, values, variant)
}

function withoutTotal<Row>({ total: _, ...row }: Row & { total: string }): Row {
  return row as unknown as Row
}
