import type { Validator } from '@workbench/contracts/no-files'

import { shapeOf } from '../shape/shape-of.ts'
import { type ObjectShape, type Schema, type Shape, WRAPPER } from '../shape/shape.ts'
import { checkLimits } from './check-limits.ts'
import { describe } from './describe.ts'
import { KEYWORDS } from './keywords.ts'
import { ModelSchemaError } from './model-schema-error.ts'
import { type Target, TARGETS, type TargetRules } from './targets.ts'

export interface ModelSchemaOptions {
  /** Members of the artifact that the model does not write: `fromModelOutput` sets them. Default: none. */
  readonly omit?: readonly string[]
  /** Whose rules the schema follows. Default: `json-schema`, without rules of a provider. */
  readonly target?: Target
}

/** The schema of an output, as the SDKs of models take it. */
export interface ModelSchema {
  [keyword: string]: unknown
  description?: string
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required: string[]
  additionalProperties: false
}

/**
 * Returns a JSON Schema with which a model writes the artifacts of a contract; `fromModelOutput` turns its output into an
 * artifact. Objects are closed. Optional members are required, and null stands for absent; for `anthropic`, which limits
 * the number of unions, up to 24 of them stay optional. Objects that may have any members are JSON in a string. What the
 * target does not enforce is part of the descriptions. The result is the same for the same contract and options.
 * @throws {ModelSchemaError} if the contract is not that of an object with listed members, or exceeds a documented limit
 * of the target.
 * @throws {TypeError} if the contract has no member with a name in `omit`.
 */
export function toModelSchema(
  contract: Validator,
  { omit = [], target = 'json-schema' }: ModelSchemaOptions = {},
): ModelSchema {
  const shape = shapeOf(contract)
  if (shape.kind !== 'object')
    throw new ModelSchemaError(
      target,
      'the contract must describe an object with listed members and no others',
    )
  const unknown = omit.find((name) => !shape.members.has(name))
  if (unknown !== undefined)
    throw new TypeError(`Cannot omit ${JSON.stringify(unknown)}: the contract has no such member`)
  const members = new Map([...shape.members].filter(([name]) => !omit.includes(name)))
  const root = { ...shape, members, isNullable: false }
  const schema = new Writer(TARGETS[target]).write(root) as ModelSchema
  checkLimits(schema, target)
  return schema
}

class Writer {
  readonly rules: TargetRules
  #optional = 0

  constructor(rules: TargetRules) {
    this.rules = rules
  }

  /** @param options.isAbsentAsNull whether null stands for an absent member */
  write(shape: Shape, { isAbsentAsNull } = { isAbsentAsNull: false }): Schema {
    const branches = this.#branches(shape)
    const isNullable = shape.isNullable || isAbsentAsNull
    const all = isNullable && shape.kind !== 'any' ? [...branches, { type: 'null' }] : branches
    const [only, another] = all
    const written = only && !another ? only : { anyOf: all }
    const sentences = [describe(shape, this.rules), isAbsentAsNull ? 'Null leaves it out.' : '']
    const description = sentences.filter(Boolean).join(' ')
    return description === '' ? { ...written } : { description, ...written }
  }

  /** The alternatives without null. */
  #branches(shape: Shape): readonly Schema[] {
    switch (shape.kind) {
      case 'scalar':
        return shape.types.map((type) => this.#scalar(type, shape.values, shape.schema))
      case 'list':
        return [{ type: 'array', ...this.#enforced(shape.schema), items: this.write(shape.items) }]
      case 'object':
        return [this.#object(shape)]
      case 'json-text':
        return [{ type: 'string' }]
      case 'any':
        return ANY_VALUE
    }
  }

  #scalar(type: string, values: readonly unknown[] | undefined, schema: Schema): Schema {
    if (!values) return { type, ...this.#enforced(schema) }
    const ofType = values.filter((value) => typeof value === type)
    return Object.hasOwn(schema, 'const') ? { type, const: ofType[0] } : { type, enum: ofType }
  }

  #object({ members }: ObjectShape): Schema {
    const required: string[] = []
    const properties = Array.from(members, ([name, { shape, isRequired }]) => {
      const isOptional = !isRequired && this.#optional < this.rules.maxOptional
      if (isOptional) this.#optional++
      else required.push(name)
      const isAbsentAsNull = !isRequired && !isOptional && !shape.isNullable
      return [name, this.write(shape, { isAbsentAsNull })] as const
    })
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    }
  }

  #enforced(schema: Schema): Schema {
    return Object.fromEntries(
      Object.entries(KEYWORDS)
        .filter(([name, keyword]) => keyword?.isCopied && name in schema)
        .filter(([name]) => this.rules.enforces(name, schema[name]))
        .map(([name]) => [name, schema[name]]),
    )
  }
}

const ANY_VALUE: readonly Schema[] = [
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
  {
    type: 'object',
    properties: { [WRAPPER]: { type: 'string', description: 'The object or the array as JSON.' } },
    required: [WRAPPER],
    additionalProperties: false,
  },
]
