import type { Schema } from './schemas.ts'

/** What is asked of the comparison of a schema with what it has become. */
export interface Edit {
  readonly name: string
  readonly before: Schema
  readonly after: Schema
  /** The files that `$ref` may name, where there are any: as they were, and as they are where they changed too. */
  readonly schemas?: Readonly<Record<string, Schema>>
  readonly schemasAfter?: Readonly<Record<string, Schema>>
  readonly verdict: 'compatible' | 'breaking' | 'unknown'
  /** The places concerned: in the artifact, and of the rule in the new schema; `other.json#/type` in another file. */
  readonly expected?: readonly Place[]
}

export interface Place {
  readonly path: string
  readonly rule: string
}

export type Files = Readonly<Record<string, Schema>>

export const compatible = (name: string, before: Schema, after: Schema): Edit => ({
  name,
  before,
  after,
  verdict: 'compatible',
})

export const breaking = (
  name: string,
  before: Schema,
  after: Schema,
  ...places: readonly (readonly [path: string, rule: string])[]
): Edit => ({
  name,
  before,
  after,
  verdict: 'breaking',
  expected: places.map(([path, rule]) => ({ path, rule })),
})

export const unknown = (...edit: Parameters<typeof breaking>): Edit => ({
  ...breaking(...edit),
  verdict: 'unknown',
})

/** Schemas that accept nothing at all, each for a reason of its own. */
export const nothing: Readonly<Record<string, Schema>> = {
  'no integer within the limits': { type: 'integer', minimum: 0.2, maximum: 0.8 },
  'limits that cross': { type: 'number', minimum: 2, maximum: 1 },
  'a listed value of another type': { type: 'string', enum: [1, true] },
  'a constant that is not listed': { const: 'a', enum: ['b', 'c'] },
  'an empty text that has to match': { type: 'string', maxLength: 0, pattern: 'a' },
  'an item that there is not': { type: 'array', minItems: 1, items: { type: 'string', const: 1 } },
  'a required member that is forbidden': { type: 'object', required: ['a'], properties: { a: false } },
  'a required member that is not listed': {
    type: 'object',
    required: ['a'],
    properties: { b: {} },
    additionalProperties: false,
  },
}
