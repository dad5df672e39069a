import { sql } from 'kysely'

import { SCRIPTS_WITHOUT_SPACES } from '../scripts-without-spaces.ts'

import type { Filter } from './filters.ts'

/**
 * A filter for rows whose text has all words of a query, or words that begin with them. The index knows words only. A
 * term that is more than a word, such as `C++`, has to be contained in the text, too.
 */
export const textSearch = (title: string): Filter => ({
  read: (parameter) => {
    const terms = String(parameter).split(/\s+/).filter(Boolean)
    if (terms.length === 0) return undefined
    const patterns = terms
      .filter((term) => !IS_WORD.test(term))
      .map((term) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`)
    const hasWords = terms.some((term) => HAS_WORD.test(term))
    const form = patterns.length === 0 ? 'words' : hasWords ? 'both' : 'patterns'
    return { form, value: [terms.join(' '), ...patterns] }
  },
  condition: (value, form) => {
    const columns = sql`${sql.ref(title)}, description`
    const words = sql`search_words(${columns}) @@ search_query((cast(${value} as text[]))[1])`
    const patterns = sql`search_text(${columns}) like all (
      array(select search_text(pattern, null) from unnest((cast(${value} as text[]))[2:]) as pattern))`
    if (form === 'words') return sql`${words}`
    return form === 'patterns' ? sql`${patterns}` : sql`(${words} and ${patterns})`
  },
  isSearch: true,
})

/** As `search_words` splits a text. */
const HAS_WORD = /[\p{L}\p{Nd}]/u
const IS_WORD = new RegExp(`^(?:(?![${SCRIPTS_WITHOUT_SPACES}])[\\p{L}\\p{Nd}]){1,50}$`, 'u')
