import { additionalProperties } from './keywords/additional-properties.ts'
import { annotations } from './keywords/annotations.ts'
import { constant } from './keywords/const.ts'
import { defs } from './keywords/defs.ts'
import { enumeration } from './keywords/enum.ts'
import { id, schema } from './keywords/identity.ts'
import { conditional, then } from './keywords/if.ts'
import { items } from './keywords/items.ts'
import { maxLength } from './keywords/max-length.ts'
import { maximum } from './keywords/maximum.ts'
import { minItems } from './keywords/min-items.ts'
import { minimum } from './keywords/minimum.ts'
import { pattern } from './keywords/pattern.ts'
import { properties } from './keywords/properties.ts'
import { ref } from './keywords/ref.ts'
import { required } from './keywords/required.ts'
import { type } from './keywords/type.ts'
import type { Keyword } from './rule.ts'

/**
 * Every supported keyword: those that the contracts use, and no others. Rules are asked in this order, whatever the
 * order in the file, so that the words of a rule read well: the type, then its limits. The generated code keeps to it.
 */
export const keywords: ReadonlyMap<string, Keyword> = new Map(
  [
    schema,
    id,
    ...annotations,
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
  ].map((keyword) => [keyword.name, keyword]),
)
