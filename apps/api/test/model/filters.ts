import { SCRIPTS_WITHOUT_SPACES } from '../../src/db/scripts-without-spaces.ts'
import type { operations } from '../../src/openapi/types.ts'

import type { Model, Value } from './state.ts'

type Query<Id extends 'listProjects' | 'listTasks' | 'listAllTasks'> = NonNullable<
  operations[Id]['parameters']['query']
>
type ListQuery = Query<'listProjects'> & Query<'listTasks'> & Query<'listAllTasks'>

/** Whether a filter with these values leaves an item. */
type Predicate = (values: readonly string[], item: Value, model: Model) => boolean

const isOneOf =
  (name: string): Predicate =>
  (values, item) =>
    values.includes(String(item[name]))

/** What each filter of a list means. A filter of openapi.yaml that is missing here does not compile. */
export const FILTERS: Record<Exclude<keyof ListQuery, 'page' | 'after' | 'size' | 'sort'>, Predicate> = {
  status: isOneOf('status'),
  priority: isOneOf('priority'),
  // Ids are UUIDs, which are case-insensitive.
  projectId: (values, { projectId }) => values.some((value) => value.toLowerCase() === projectId),
  projectStatus: (values, { projectId }, { projects }) =>
    values.includes(projects.get(String(projectId))?.value['status'] ?? ''),
  dueBefore: ([date = ''], { dueDate }) => typeof dueDate === 'string' && dueDate <= date,
  dueAfter: ([date = ''], { dueDate }) => typeof dueDate === 'string' && dueDate >= date,
  dueDate: (_values, { dueDate }) => dueDate === null,
  updatedAfter: ([time = ''], { updatedAt }) => Date.parse(String(updatedAt)) >= Date.parse(time),
  q: ([text = ''], item) => isFound(text, item),
}

/** Whether the text of an item has all words of a query, or words that begin with them, in any letter case. */
function isFound(query: string, { name, title, description }: Value): boolean {
  const terms = query.split(/\s+/).filter(Boolean)
  const text = [name ?? title, description].filter((part) => part !== null).join(' ')
  const found = wordsOf(text)
  const areWordsFound = wordsOf(terms.join(' ')).every((word) => found.some((one) => one.startsWith(word)))
  const isContained = (term: string) => text.toUpperCase().includes(term.toUpperCase())
  // A term that is more than a word has to be contained in the text, too.
  return areWordsFound && terms.filter((term) => !IS_WORD.test(term)).every(isContained)
}

const BOUNDARIES = new RegExp(
  `[${SCRIPTS_WITHOUT_SPACES}\\u{20000}-\\u{3FFFF}]|[\\p{L}\\p{Nd}]{50}`.replaceAll(
    /\\u([0-9A-F]{4})/g,
    '\\u{$1}',
  ),
  'gu',
)
const IS_WORD = new RegExp(`^(?:(?![${SCRIPTS_WITHOUT_SPACES}])[\\p{L}\\p{Nd}]){1,50}$`, 'u')

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .replaceAll(BOUNDARIES, ' $& ')
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
