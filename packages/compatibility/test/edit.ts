import type { Schema } from '@workbench/test-support/arbitrary-schemas'

/** Two versions of a schema, with the expected result of their comparison. */
export interface Edit {
  readonly name: string
  readonly before: Schema
  readonly after: Schema
  /** The files that `$ref` may name, and their new versions if they differ. */
  readonly schemas?: Readonly<Record<string, Schema>>
  readonly schemasAfter?: Readonly<Record<string, Schema>>
  readonly verdict: 'compatible' | 'breaking' | 'unknown'

  readonly expected?: readonly Location[]
}

export interface Location {
  /** JSON Pointer into the artifact. */
  readonly path: string
  /** JSON Pointer to the keyword in the new schema; `other.json#/type` in another file. */
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
  ...locations: readonly (readonly [path: string, rule: string])[]
): Edit => ({
  name,
  before,
  after,
  verdict: 'breaking',
  expected: locations.map(([path, rule]) => ({ path, rule })),
})

export const unknown = (...edit: Parameters<typeof breaking>): Edit => ({
  ...breaking(...edit),
  verdict: 'unknown',
})

/** Schemas that no value satisfies, by the reason. */
export const unsatisfiable: Readonly<Record<string, Schema>> = {
  'no integer between minimum and maximum': { type: 'integer', minimum: 0.2, maximum: 0.8 },
  'minimum above maximum': { type: 'number', minimum: 2, maximum: 1 },
  'no enum value of the type': { type: 'string', enum: [1, true] },
  'const not in enum': { const: 'a', enum: ['b', 'c'] },
  'pattern that the only string does not match': { type: 'string', maxLength: 0, pattern: 'a' },
  'minItems 1 with unsatisfiable items': { type: 'array', minItems: 1, items: { type: 'string', const: 1 } },
  'required member set to false': { type: 'object', required: ['a'], properties: { a: false } },
  'required member of a closed object not listed': {
    type: 'object',
    required: ['a'],
    properties: { b: {} },
    additionalProperties: false,
  },
}
