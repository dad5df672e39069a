import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js'

import type { Answer, AnswerViolation } from '../fixer/answer.ts'
import { childPointer } from '../json/pointer.ts'
import { isMembers, type Members } from '../json/values.ts'
import type { Contestant, Setup } from './contestant.ts'
import { parseJson } from './json-parse.ts'
import { templateOf } from './template-of.ts'

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  validateFormats: false,
  allowUnionTypes: true,
  strictTypes: false,
}

/** Ajv with all errors, and with the schema and its parent in each of them. */
export function ajv(setup: Pick<Setup, 'schemas'>): Contestant {
  const validator = createAjv(setup)
  const coercing = createAjv(setup, { coerceTypes: 'array' })
  return {
    name: 'ajv',
    answer(id, text) {
      const parsed = parseJson(text)
      return 'rejection' in parsed ? parsed.rejection : validateWith(validator, id, parsed.value)
    },
    /** `coerceTypes` is what Ajv has; `removeAdditional` deletes. */
    restore(id, text) {
      const parsed = parseJson(text)
      if ('rejection' in parsed) return undefined
      return coercing.validate(`${id}.schema.json`, parsed.value) ? JSON.stringify(parsed.value) : undefined
    },
  }
}

export const createAjv = ({ schemas }: Pick<Setup, 'schemas'>, options: Options = {}): Ajv2020 =>
  new Ajv2020({ ...OPTIONS, ...options, schemas: Object.values(schemas) })

export function validateWith(validator: Ajv2020, id: string, value: unknown): Answer {
  if (validator.validate(`${id}.schema.json`, value)) return { length: 0, violations: [] }
  const errors = validator.errors ?? []
  return { length: JSON.stringify(errors).length, violations: errors.flatMap(toViolation) }
}

/** Ajv reports `if` besides the keyword inside it. */
function toViolation({ instancePath, keyword, params, parentSchema }: ErrorObject): AnswerViolation[] {
  const properties = isMembers(parentSchema?.['properties']) ? parentSchema['properties'] : {}
  const { missingProperty, additionalProperty } = params as {
    missingProperty?: string
    additionalProperty?: string
  }
  switch (keyword) {
    case 'if':
      return []
    case 'required': {
      const name = missingProperty ?? ''
      const path = childPointer(instancePath, name)
      return [{ path, keyword, expected: parentSchema?.['required'], ...withTemplate(properties[name]) }]
    }
    case 'additionalProperties':
      return [
        {
          path: childPointer(instancePath, additionalProperty ?? ''),
          keyword,
          expected: Object.keys(properties),
        },
      ]
    case 'false schema':
      return [{ path: instancePath, keyword, expected: false }]
    default:
      return [{ path: instancePath, keyword, expected: limitOf(params), ...withTemplate(parentSchema) }]
  }
}

const limitOf = ({ type, allowedValues, allowedValue, limit, pattern }: Members): unknown =>
  type ?? allowedValues ?? allowedValue ?? limit ?? pattern

function withTemplate(schema: unknown): Pick<AnswerViolation, 'template'> {
  const template = templateOf(schema)
  return template === undefined ? {} : { template }
}
