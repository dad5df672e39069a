import { isMembers } from '../../json/values.ts'
import type { Site } from '../draft.ts'
import { LOSSLESS, LOSSY, replacing } from './structural-mistake.ts'

const isNumber = ({ schema, value }: Site): boolean =>
  (schema['type'] === 'number' || schema['type'] === 'integer') && typeof value === 'number'

/** Members whose texts are sometimes numbers. */
const NUMERIC_TEXTS = /^(id|.*Id|cost|wave|parent|source|standard|ref|scope|target|nativeState)$/

const isText = ({ schema, value }: Site): boolean => schema['type'] === 'string' && typeof value === 'string'

/** Values of another type than the contract requires. */
export const typeMistakes = [
  replacing('number as a string', LOSSLESS, (site) => (isNumber(site) ? String(site.value) : undefined)),
  replacing('string as a number', LOSSLESS, (site, random, draft) => {
    if (!isText(site) || !NUMERIC_TEXTS.test(site.name) || 'pattern' in site.schema) return undefined
    const number = random.integer(2, 900)
    draft.setBoth(site, String(number))
    return number
  }),
  replacing('number with a unit', LOSSY, (site, random) => {
    if (!isNumber(site)) return undefined
    const number = site.value as number
    if (site.name === 'probability') return `${Math.round(number * 100)} %`
    const unit = site.name.includes('Eur') ? ['€', 'EUR'] : ['h', ' hours', ' days', ' pts']
    return `${number}${random.pick(unit)}`
  }),
  replacing('number with thousands separators', LOSSY, (site, random, draft) => {
    if (!isNumber(site) || 'maximum' in site.schema) return undefined
    draft.setBoth(site, random.integer(2, 400) * 500)
    const container = site.container as Readonly<Record<string, unknown>>
    return new Intl.NumberFormat(random.pick(['en', 'de'])).format(container[site.name] as number)
  }),
  replacing('boolean as a string', LOSSLESS, ({ schema, value }) =>
    schema['type'] === 'boolean' ? String(value) : undefined,
  ),
  replacing('null for an absent member', LOSSY, (site, _, draft) => {
    const { type } = site.schema
    if (site.isRequired || site.isItem || type === undefined || Array.isArray(type)) return undefined
    Reflect.deleteProperty(draft.originalContainer(site), site.name)
    return null
  }),
  replacing('value in an object', LOSSY, (site, random) =>
    isNumber(site) || isText(site)
      ? { [random.pick(isText(site) ? ['text', 'value', 'description'] : ['value', 'amount'])]: site.value }
      : undefined,
  ),
  replacing('object or list encoded as a string', LOSSLESS, ({ schema, value }) =>
    'type' in schema && typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? JSON.stringify(value)
      : undefined,
  ),
  replacing('sentence for an object', LOSSY, ({ schema, value }) =>
    isMembers(schema['properties']) && isMembers(value) ? sentenceOf(value) : undefined,
  ),
]

/** Puts the members of an object into one text, as an agent does without the schema of the object. */
export const sentenceOf = (object: Readonly<Record<string, unknown>>): string =>
  Object.entries(object)
    .map(([name, value]) => (typeof value === 'string' ? value : `${name}: ${JSON.stringify(value)}`))
    .join(', ')
    .slice(0, 300)
