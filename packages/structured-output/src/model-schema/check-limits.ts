import type { Schema } from '../shape/shape.ts'
import { ModelSchemaError } from './model-schema-error.ts'
import { type Limits, type Target, TARGETS } from './targets.ts'

const NAMES: Readonly<Record<keyof Limits, string>> = {
  depth: 'levels of objects',
  members: 'members in all objects',
  enumValues: 'values in all enums',
  characters: 'characters in the names of members and in allowed values',
  charactersOfLargeEnum: 'characters in an enum of more than 250 values',
  unions: 'members and items with several types',
}

/** Enums with more values have a limit of characters. */
const LARGE_ENUM = 250

/** @throws {ModelSchemaError} if a schema exceeds a documented limit of the target; the message says which. */
export function checkLimits(schema: Schema, target: Target): void {
  const { limits } = TARGETS[target]
  const size = sizeOf(schema)
  for (const name of Object.keys(NAMES) as (keyof Limits)[]) {
    const limit = limits[name]
    if (limit !== undefined && size[name] > limit)
      throw new ModelSchemaError(target, `it has ${size[name]} ${NAMES[name]}; at most ${limit} are allowed`)
  }
}

function sizeOf(schema: Schema): Required<Limits> {
  const all = withParts(schema)
  const names = all.flatMap(({ properties = {} }) => Object.keys(properties as Schema))
  const enums = all.map((part) => (part['enum'] ?? []) as unknown[])
  const constants = all.filter((part) => 'const' in part).map((part) => part['const'])
  const largeEnums = enums.filter(({ length }) => length > LARGE_ENUM)
  return {
    depth: depthOf(schema),
    members: names.length,
    enumValues: enums.flat().length,
    characters: lengthOf([...names, ...enums.flat(), ...constants]),
    charactersOfLargeEnum: Math.max(0, ...largeEnums.map(lengthOf)),
    unions: all.filter((part) => 'anyOf' in part).length,
  }
}

const depthOf = (schema: Schema): number =>
  (schema['type'] === 'object' ? 1 : 0) + Math.max(0, ...partsOf(schema).map(depthOf))

const withParts = (schema: Schema): Schema[] => [schema, ...partsOf(schema).flatMap(withParts)]

/** The schemas of the members, alternatives and items. */
const partsOf = ({ properties = {}, anyOf = [], items = [] }: Schema): Schema[] =>
  [Object.values(properties as Schema), anyOf, items].flat() as Schema[]

const lengthOf = (values: readonly unknown[]): number => values.map(String).join('').length
