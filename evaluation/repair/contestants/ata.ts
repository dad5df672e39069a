import { Validator } from 'ata-validator'

import type { AnswerViolation } from '../fixer/answer.ts'
import { childPointer } from '../json/pointer.ts'
import type { Contestant, Setup } from './contestant.ts'
import { parseJson } from './json-parse.ts'

/** ata-validator. Its suggestions are texts; one that quotes a value is used. */
export function ata({ schemas }: Pick<Setup, 'schemas'>): Contestant {
  const create = (coerceTypes: boolean) =>
    Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => {
        const others = Object.values(schemas).filter((other) => other !== schema)
        const options = { schemas: others, assertFormat: false, useDefaults: false, coerceTypes }
        return [id, new Validator(schema, options)]
      }),
    )
  const validators = create(false)
  const coercing = create(true)
  return {
    name: 'ata-validator',
    answer(id, text) {
      const parsed = parseJson(text)
      if ('rejection' in parsed) return parsed.rejection
      const errors = validators[id]?.validate(parsed.value).errors ?? []
      return { length: JSON.stringify(errors).length, violations: errors.map(toViolation) }
    },
    restore(id, text) {
      const parsed = parseJson(text)
      if ('rejection' in parsed || !coercing[id]?.validate(parsed.value).valid) return undefined
      return JSON.stringify(parsed.value)
    },
  }
}

interface AtaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly suggestion?: unknown
}

function toViolation({ keyword, instancePath, params, suggestion }: AtaError): AnswerViolation {
  const { missingProperty, additionalProperty, allowedValues, allowedValue, type, limit } = params as Record<
    string,
    unknown
  >
  const name = missingProperty ?? additionalProperty
  const path = typeof name === 'string' ? childPointer(instancePath, name) : instancePath
  const text = (suggestion as { text?: string } | undefined)?.text
  const quoted = /^did you mean `(.*)`/.exec(text ?? '')?.[1]
  return {
    path,
    keyword,
    expected: allowedValues ?? allowedValue ?? type ?? limit,
    ...(quoted !== undefined && { suggestion: quoted }),
  }
}
