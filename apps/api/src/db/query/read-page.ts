import type { Kysely, RawBuilder } from 'kysely'

import type { PageRequest } from '../../domain/page.ts'
import type { Database } from '../schema.ts'

import { compileOnce } from './compiled-statement.ts'
import {
  type ListSource,
  type PageValues,
  type PageVariant,
  type ScanStrategy,
  selectPage,
} from './select-page.ts'

interface RowPage<Row> {
  rows: Row[]
  total: number
}

/** A list whose pages can be read. `Variant` is what the text of its statements depends on, such as the filters in use. */
interface ListDefinition<Values, Variant, Field extends string> {
  source: (values: Values, variant: Variant) => ListSource<Field>
  /** A statement that counts the rows. It returns no row if the list itself does not exist. */
  total: (values: Values, variant: Variant) => RawBuilder<{ total: string }>
  /** As in `compileOnce`. */
  canPipeline?: (variant: Variant & PageVariant<Field>) => boolean
}

type ReadPage<Row, Values, Variant, Field extends string> = (
  db: Kysely<Database>,
  request: PageRequest<Field>,
  values: Values,
  variant: Variant,
) => Promise<RowPage<Row> | undefined>

/** Below this offset, skipping rows is faster than counting them first to find out which end of the list is nearer. */
const MAX_UNCOUNTED_OFFSET = 1_000

/**
 * Compiles the statements of a list. The returned function reads a page and the total; it returns undefined if the list
 * does not exist.
 *
 * The rows and the total come from the same statement, so they are consistent. An empty page has no row that could carry
 * the total: the rows are then counted by another statement. If that shows that the page is not empty, because rows were
 * inserted in between, the page is read again.
 */
export function pageReader<Row, Values extends object, Variant extends object, Field extends string>({
  source,
  total,
  canPipeline,
}: ListDefinition<Values, Variant, Field>): ReadPage<Row, Values, Variant, Field> {
  const selectRows = compileOnce(
    (values: Values & PageValues, variant: Variant & PageVariant<Field>) =>
      selectPage<Row, Field>(source(values, variant), values, variant),
    canPipeline && { canPipeline },
  )
  const selectTotal = compileOnce(total)

  return async (db, { number, size, sort }, values, variant) => {
    const offset = number * size
    const count = async (): Promise<number | undefined> => {
      const [row] = await selectTotal.execute(db, values, variant)
      return row && Number(row.total)
    }
    let known = offset < MAX_UNCOUNTED_OFFSET ? Infinity : await count()
    while (known !== undefined && offset < known) {
      const scan = scanStrategy(offset, size, known)
      const rows = await selectRows.execute(db, { ...values, size, offset }, { ...variant, sort, scan })
      const [first] = rows
      if (first !== undefined) return { rows, total: Number(first.total) }
      known = await count()
    }
    return known === undefined ? undefined : { rows: [], total: known }
  }
}

function scanStrategy(offset: number, size: number, total: number): ScanStrategy {
  if (total === Infinity) return 'offset'
  return 2 * offset + size > total ? 'index-backward' : 'index-forward'
}
