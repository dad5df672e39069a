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

type Size = Required<Limits>

function sizeOf(schema: Schema): Size {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const branches = (schema['anyOf'] ?? []) as Schema[]
  const items = schema['items'] as Schema | undefined
  const own = valuesSize(schema, members.map(([name]) => name).join('').length)
  const isObject = schema['type'] === 'object'
  const below = [...members.map(([, member]) => member), ...branches, ...(items ? [items] : [])].map(sizeOf)
  const sum = (name: keyof Size) => below.reduce((total, size) => total + size[name], own[name])
  const largest = (name: keyof Size) => Math.max(0, ...below.map((size) => size[name]))
  return {
    depth: (isObject ? 1 : 0) + largest('depth'),
    members: members.length + sum('members'),
    enumValues: sum('enumValues'),
    characters: sum('characters'),
    charactersOfLargeEnum: Math.max(own.charactersOfLargeEnum, largest('charactersOfLargeEnum')),
    unions: (branches.length > 0 ? 1 : 0) + sum('unions'),
  }
}

/** The size of a schema without its parts. */
function valuesSize(schema: Schema, lengthOfNames: number): Size {
  const values = (schema['enum'] ?? []) as unknown[]
  const length = lengthOf(values)
  return {
    depth: 0,
    members: 0,
    enumValues: values.length,
    characters: lengthOfNames + length + lengthOf('const' in schema ? [schema['const']] : []),
    charactersOfLargeEnum: values.length > LARGE_ENUM ? length : 0,
    unions: 0,
  }
}

const lengthOf = (values: readonly unknown[]): number => values.map(String).join('').length
