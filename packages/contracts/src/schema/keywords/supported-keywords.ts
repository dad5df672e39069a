import { additionalProperties } from './applicator/additional-properties.ts'
import { comment, defaultValue, deprecated, description, examples, format, title } from './annotations.ts'
import { constant } from './validation/const.ts'
import { defs } from './core/defs.ts'
import { enumeration } from './validation/enum.ts'
import { id, schema } from './core/schema-id.ts'
import { conditional, then } from './applicator/if.ts'
import { items } from './applicator/items.ts'
import { maxLength } from './validation/max-length.ts'
import { maximum } from './validation/maximum.ts'
import { minItems } from './validation/min-items.ts'
import { minimum } from './validation/minimum.ts'
import { pattern } from './validation/pattern.ts'
import { properties } from './applicator/properties.ts'
import { ref } from './core/ref.ts'
import { required } from './validation/required.ts'
import { type } from './validation/type.ts'
import type { Keyword } from '../keyword.ts'

/**
 * Every supported keyword: those that the contracts use. Keywords are compiled, validated and described in this order,
 * whatever their order in the schema file, so that messages name the type before its limits.
 */
const keywords = [
  schema,
  id,
  comment,
  title,
  description,
  format,
  defaultValue,
  examples,
  deprecated,
  defs,
  type,
  constant,
  enumeration,
  pattern,
  maxLength,
  minimum,
  maximum,
  minItems,
  required,
  properties,
  additionalProperties,
  items,
  ref,
  conditional,
  then,
]

export type KeywordName = (typeof keywords)[number]['name']

export const supportedKeywords: ReadonlyMap<string, Keyword<KeywordName>> = new Map(
  keywords.map((keyword) => [keyword.name, keyword]),
)
