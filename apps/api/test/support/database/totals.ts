import { type Kysely, sql } from 'kysely'

/** A view that keeps the numbers of rows of a table by columns. */
interface TotalsView {
  view: string
  table: string
  by: readonly string[]
}

interface Totals {
  /** Those of the view. */
  kept: object[]
  /** The numbers of rows of the table. */
  there: object[]
}

/** The totals that a view keeps of a table, by columns, and the numbers of its rows, from one statement. */
export async function totalsOf<Schema>(db: Kysely<Schema>, { view, table, by }: TotalsView): Promise<Totals> {
  const columns = sql.join(by.map((name) => sql.ref(name)))
  const { rows } = await sql<Totals>`
    with kept as (
      select ${columns}, sum(total) as total from ${sql.table(view)}
      group by ${columns} having sum(total) <> 0 order by ${columns}
    ), there as (
      select ${columns}, count(*) as total from ${sql.table(table)} group by ${columns} order by ${columns}
    )
    select (select coalesce(json_agg(kept), '[]') from kept) as kept,
      (select coalesce(json_agg(there), '[]') from there) as there`.execute(db)
  const [totals] = rows
  if (totals === undefined) throw new Error('The statement returned no row')
  return totals
}

/** Expects that a view keeps the numbers that its table has. */
export async function expectExact<Schema>(db: Kysely<Schema>, view: TotalsView): Promise<void> {
  const { kept, there } = await totalsOf(db, view)
  expect(kept).toEqual(there)
}

/** Expects that a view keeps the numbers that its table has, at any time during concurrent writes and after them. */
export async function expectExactWhile<Schema>(
  db: Kysely<Schema>,
  view: TotalsView,
  write: () => Promise<unknown>,
): Promise<void> {
  let writing = true
  const watch = async (): Promise<number> => {
    let looks = 0
    for (; writing; looks++) await expectExact(db, view)
    return looks
  }
  const watching = watch()
  await write()
  writing = false
  expect(await watching).toBeGreaterThan(10)
  await expectExact(db, view)
}
