import { Validator } from '@cfworker/json-schema'
import { compileSchema } from '@workbench/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

import {
  artifacts,
  isCompilableBy,
  type Schema,
  schemas,
} from '@workbench/test-support/schemas/arbitrary-schemas'

/** The number of schemas, valid and invalid values, and the values on which the validators disagree. */
interface Tally {
  schemas: number
  accepted: number
  rejected: number
  /** Each as JSON: the schema, the value, and the result of every validator. */
  disagreements: string[]
}

/** More calls than the validator interprets before it tiers up to generated code. */
const WARM_UP = 200
/** The comparison stops after this number of disagreements. */
const MAX_DISAGREEMENTS = 20

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  addUsedSchema: false,
})

type IsValid = (value: unknown) => boolean

/**
 * Compares the interpreter and the generated code of this library with two independent validators, for random values and
 * random schemas of the supported keywords.
 */
export function compareValidators(count: number, valuesPerSchema: number, seed: number): Tally {
  const tally: Tally = { schemas: 0, accepted: 0, rejected: 0, disagreements: [] }
  const values = fc.sample(artifacts, { numRuns: Math.floor(valuesPerSchema / 2), seed })
  const others = fc.array(artifacts, {
    minLength: valuesPerSchema - values.length,
    maxLength: valuesPerSchema - values.length,
    size: 'max',
  })
  const pair = fc.tuple(schemas({ usesPatterns: true }).filter(isCompilableBy(compileSchema)), others)
  fc.assert(
    fc.property(pair, ([schema, more]) => {
      if (tally.disagreements.length < MAX_DISAGREEMENTS)
        compareOn(jsonCopy(schema), [...values, ...more].map(jsonCopy), tally)
    }),
    { numRuns: count, seed },
  )
  return tally
}

/** A copy with ordinary prototypes: some validators fail for objects without a prototype. */
const jsonCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function compareOn(schema: Schema, values: readonly unknown[], tally: Tally): void {
  const validators = validatorsOf(schema)
  for (let time = 0; time < WARM_UP; time++) validators.generated(values[time % values.length])
  tally.schemas++
  for (const value of values) {
    const results = Object.entries(validators).map(([name, is]): [string, boolean] => [name, is(value)])
    const isValid = validators.interpreted(value)
    tally[isValid ? 'accepted' : 'rejected']++
    if (results.some(([, result]) => result !== isValid)) {
      tally.disagreements.push(JSON.stringify({ schema, value, results: Object.fromEntries(results) }))
    }
  }
  ajv.removeSchema(schema)
}

function validatorsOf(
  schema: Schema,
): Record<'interpreted' | 'generated' | 'validate' | 'validateText' | 'ajv' | 'cfworker', IsValid> {
  const validator = compileSchema(schema)
  const cfworker = new Validator(schema, '2020-12')
  return {
    interpreted: compileSchema(schema, { codeGeneration: false }).is,
    generated: validator.is,
    validate: (value) => validator.validate(value).valid,
    validateText: (value) => validator.validateText(JSON.stringify(value)).valid,
    ajv: ajv.compile(schema),
    cfworker: (value) => cfworker.validate(value).valid,
  }
}
