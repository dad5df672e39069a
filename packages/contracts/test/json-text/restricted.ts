import { compileSchema } from '../../src/validator/compile-schema.ts'
import { factsOf } from '../../src/validator/validator.ts'

const validator = compileSchema({
  $defs: {
    value: {
      type: ['object', 'array', 'string', 'number', 'boolean'],
      items: { $ref: '#/$defs/value' },
      additionalProperties: { $ref: '#/$defs/value' },
    },
  },
  type: ['object', 'array'],
  items: { $ref: '#/$defs/value' },
  additionalProperties: { $ref: '#/$defs/value' },
})

/** The violations of a contract that restricts each value: it accepts any object and array without null. */
export const collectRestricted = (value: unknown) => factsOf(validator, value)
