import { isMembers } from '../../json/values.ts'
import type { Site } from '../draft.ts'
import { LOSSLESS, LOSSY, replacing } from './structural-mistake.ts'
import { sentenceOf } from './types.ts'

/** The items of a list that is allowed to have one item. */
const itemsOf = ({ schema, value }: Site): readonly unknown[] | undefined =>
  schema['type'] === 'array' && Array.isArray(value) ? (value as unknown[]) : undefined

const minItems = ({ schema }: Site): number => Number(schema['minItems'] ?? 0)

const areTexts = (items: readonly unknown[]): items is readonly string[] =>
  items.length > 0 && items.every((item) => typeof item === 'string')

/** Confusions between a list, its items and other forms of many values. */
export const listMistakes = [
  // A text of several words can be several items, or say that there is none.
  replacing('one value for a list', LOSSY, (site, random, draft) => {
    const items = itemsOf(site)
    if (!items || minItems(site) > 1) return undefined
    const single = random.shuffled(items).find((item) => !(typeof item === 'string' && /[,;\n]/.test(item)))
    if (single === undefined) return undefined
    draft.setBoth(site, [single])
    return structuredClone(single)
  }),
  replacing('text with commas for a list', LOSSY, (site, random) => {
    const items = itemsOf(site)
    return items && areTexts(items) && items.length > 1 ? items.join(random.pick([', ', '; '])) : undefined
  }),
  replacing('list of one for a value', LOSSLESS, ({ schema, value, isItem }) =>
    !isItem && typeof value !== 'object' && ('enum' in schema || schema['type'] === 'string')
      ? [value]
      : undefined,
  ),
  replacing('object for a list', LOSSY, (site) => {
    const items = itemsOf(site)
    if (!items?.length || !items.every(isMembers)) return undefined
    return Object.fromEntries(items.map((item, index) => [nameOf(item, index), item]))
  }),
  replacing('texts for objects in a list', LOSSY, (site) => {
    const items = itemsOf(site)
    return items?.length && items.every(isMembers) ? items.map(sentenceOf) : undefined
  }),
  replacing('objects for texts in a list', LOSSY, (site, random) => {
    const items = itemsOf(site)
    const name = random.pick(['name', 'text', 'id'])
    return items && areTexts(items) && isMembers(site.schema['items'])
      ? items.map((item) => ({ [name]: item }))
      : undefined
  }),
  replacing('too few items', LOSSY, (site, random) => {
    const items = itemsOf(site)
    const least = minItems(site)
    return items && least > 0 ? items.slice(0, random.integer(0, least - 1)) : undefined
  }),
]

const nameOf = (item: Readonly<Record<string, unknown>>, index: number): string =>
  typeof item['id'] === 'string' ? item['id'] : `item${index + 1}`
