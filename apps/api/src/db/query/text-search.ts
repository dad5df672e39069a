import { sql } from 'kysely'

import { SCRIPTS_WITHOUT_SPACES } from '../scripts-without-spaces.ts'

import type { Filter } from './filters.ts'

/**
 * A filter for rows whose text has all words of a query, or words that begin with them. The index knows words and signs
 * only. A term that is more than one of them, such as `C++`, has to be contained in the text, too: the form `text`.
 *
 * The planner does not see the words, because it would read the whole table for one that most rows have.
 */
export const textSearch = (title: string): Filter => ({
  read: (parameter) => {
    const terms = String(parameter).split(/\s+/).filter(Boolean)
    if (terms.length === 0) return undefined
    const patterns = terms.map((term) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`)
    const form = terms.every((term) => IS_WORD.test(term)) ? 'words' : 'text'
    return { form, value: [terms.join(' '), ...patterns] }
  },
  condition: (value, form) => {
    const columns = sql`${sql.ref(title)}, description`
    const words = sql`search_words(${columns}) @@ (select search_query((cast(${value} as text[]))[1]))`
    if (form === 'words') return sql`${words}`
    const patterns = sql`search_text(${columns}) like all (
      array(select search_text(pattern, null) from unnest((cast(${value} as text[]))[2:]) as pattern))`
    return sql`(${patterns} and ${words})`
  },
  isSearch: true,
})

/** What `search_words` makes one word of: a word, or a single character. */
const IS_WORD = new RegExp(`^(?:(?:(?![${SCRIPTS_WITHOUT_SPACES}])[\\p{L}\\p{Nd}]){1,50}|.)$`, 'u')
