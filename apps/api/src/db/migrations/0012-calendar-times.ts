import { type Kysely, type Migration, sql } from 'kysely'

const COLUMNS = { projects: ['created_at', 'updated_at'], tasks: ['created_at', 'updated_at', 'due_date'] }

/**
 * Rejects times without a year of four digits, such as `infinity` and years BC, which SQL can write, but responses cannot
 * contain. Existing rows are not checked, so that the table is not read.
 */
export const calendarTimes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const name = sql.id(`${table}_calendar_times`)
      const conditions = columns.map(
        (column) => sql`${sql.ref(column)} >= '0001-01-01' and ${sql.ref(column)} < '10000-01-01'`,
      )
      await sql`alter table ${sql.table(table)} drop constraint if exists ${name}`.execute(db)
      await sql`
        alter table ${sql.table(table)} add constraint ${name}
        check (${sql.join(conditions, sql` and `)}) not valid`.execute(db)
    }
  },
}
