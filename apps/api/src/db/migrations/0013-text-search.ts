import { type Kysely, type Migration, sql } from 'kysely'

import { SCRIPTS_WITHOUT_SPACES } from '../scripts-without-spaces.ts'

/**
 * Adds an index for words in texts. A sign, and a character of a script without spaces, is a word; of a longer word than 50
 * characters, each part. Upper case is the one in which `ß` equals `SS` and both forms of a sigma are equal.
 *
 * The text search of PostgreSQL would split addresses and paths differently, and with the locale C, which the embedded
 * database has, it knows the case of ASCII only, and `pg_trgm` no other characters at all. A dump sets no search path, so
 * that the function of the index calls no other one.
 */
export const textSearch: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select collname as name from pg_collation where collname in ('und-x-icu', 'pg_c_utf8')
      order by collname desc limit 1`.execute(db)
    const text = sql`upper((title || coalesce(' ' || description, '')) collate ${sql.id(rows[0]?.name ?? 'default')})`
    const boundaries = sql.lit(
      `[${SCRIPTS_WITHOUT_SPACES}\\U00020000-\\U0003FFFF]|[^[:alnum:] ]|[[:alnum:]]{50}`,
    )
    await sql`
      create or replace function search_text(title text, description text) returns text
      language sql immutable parallel safe as $$ select ${text} $$`.execute(db)
    await sql`
      create or replace function search_words(title text, description text) returns tsvector
      language sql immutable parallel safe as $$
        select array_to_tsvector(array_remove(string_to_array(
          regexp_replace(${text}, ${boundaries}, ' \\& ', 'g'), ' '), ''))
      $$`.execute(db)
    await sql`
      create or replace function search_query(words text) returns tsquery
      language sql immutable parallel safe as $$
        select cast(string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*', ' & ') as tsquery)
        from unnest(tsvector_to_array(search_words(words, null))) as word
      $$`.execute(db)
    for (const [table, title] of Object.entries({ projects: 'name', tasks: 'title' }))
      await sql`
        create index if not exists ${sql.id(`${table}_by_words`)} on ${sql.table(table)}
        using gin (search_words(${sql.ref(title)}, description))`.execute(db)
  },
}
