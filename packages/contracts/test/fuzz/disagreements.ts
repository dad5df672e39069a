import { Validator } from '@cfworker/json-schema'
import { compileSchema, SchemaError } from '@workbench/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

import { artifacts, type Schema, schemas } from '../compatibility/arbitrary-schemas.ts'

/** What all validators were asked, and what they did not agree on. */
export interface Tally {
  schemas: number
  accepted: number
  refused: number
  /** Each as JSON: the schema, the value, and what everyone said. */
  disagreements: string[]
}

/** More calls than a validator answers before it generates code. */
const WARM_UP = 200
/** More would only say the same again. */
const ENOUGH = 20

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  addUsedSchema: false,
})

type Ask = (value: unknown) => boolean

/**
 * Asks our two ways of answering, plain and by generated code, and two independent validators for the verdict on random
 * values, by random schemas in the subset.
 */
export function compareVerdicts(count: number, valuesPerSchema: number, seed: number): Tally {
  const tally: Tally = { schemas: 0, accepted: 0, refused: 0, disagreements: [] }
  const values = fc.sample(artifacts, { numRuns: Math.floor(valuesPerSchema / 2), seed })
  const others = fc.array(artifacts, {
    minLength: valuesPerSchema - values.length,
    maxLength: valuesPerSchema - values.length,
    size: 'max',
  })
  const pair = fc.tuple(schemas({ usesPatterns: true }).filter(isCompilable), others)
  fc.assert(
    fc.property(pair, ([schema, more]) => {
      if (tally.disagreements.length < ENOUGH)
        compareBy(plain(schema), [...values, ...more].map(plain), tally)
    }),
    { numRuns: count, seed },
  )
  return tally
}

/** As JSON.parse makes it: some validators trip over objects without a prototype. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function compareBy(schema: Schema, values: readonly unknown[], tally: Tally): void {
  const validators = validatorsOf(schema)
  for (let time = 0; time < WARM_UP; time++) validators.generated(values[time % values.length])
  tally.schemas++
  for (const value of values) {
    const answers = Object.entries(validators).map(([name, ask]): [string, boolean] => [name, ask(value)])
    const isValid = validators.plain(value)
    tally[isValid ? 'accepted' : 'refused']++
    if (answers.some(([, answer]) => answer !== isValid)) {
      tally.disagreements.push(JSON.stringify({ schema, value, answers: Object.fromEntries(answers) }))
    }
  }
  ajv.removeSchema(schema)
}

function validatorsOf(
  schema: Schema,
): Record<'plain' | 'generated' | 'reported' | 'text' | 'ajv' | 'cfworker', Ask> {
  const ours = compileSchema(schema)
  const interpreted = new Validator(schema, '2020-12')
  return {
    plain: compileSchema(schema, { codeGeneration: false }).is,
    generated: ours.is,
    reported: (value) => ours.validate(value).valid,
    text: (value) => ours.validateText(JSON.stringify(value)).valid,
    ajv: ajv.compile(schema),
    cfworker: (value) => interpreted.validate(value).valid,
  }
}

function isCompilable(schema: Schema): boolean {
  try {
    compileSchema(schema)
    return true
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}
