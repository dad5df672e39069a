import {
  registerSchema,
  unregisterSchema,
  validate,
  type Validator,
} from '@hyperjump/json-schema/draft-2020-12'

import type { AnswerViolation } from '../fixer/answer.ts'
import type { Contestant, Setup } from './contestant.ts'
import { parseJson } from './json-parse.ts'

const BASE = 'https://contracts.example/'

/** @hyperjump/json-schema in its `BASIC` output format: the location and the keyword of each error, nothing else. */
export function hyperjump({ schemas }: Pick<Setup, 'schemas'>): Contestant {
  for (const [id, schema] of Object.entries(schemas)) {
    const uri = `${BASE}${id}.schema.json`
    unregisterSchema(uri)
    registerSchema({ ...schema, $id: uri }, uri)
  }
  const validators = new Map<string, Validator>()
  return {
    name: '@hyperjump/json-schema',
    async answer(id, text) {
      const parsed = parseJson(text)
      if ('rejection' in parsed) return parsed.rejection
      const validator = validators.get(id) ?? (await validate(`${BASE}${id}.schema.json`))
      validators.set(id, validator)
      const output = validator(parsed.value as Parameters<Validator>[0], 'BASIC')
      const errors = output.valid ? [] : (output.errors ?? [])
      return { length: JSON.stringify(errors).length, violations: errors.map(toViolation) }
    },
  }
}

interface HyperjumpError {
  readonly absoluteKeywordLocation: string
  readonly instanceLocation: string
}

/** A missing member is reported at its object, without its name. */
function toViolation({ absoluteKeywordLocation, instanceLocation }: HyperjumpError): AnswerViolation {
  return {
    path: decodeURI(instanceLocation.slice(1)),
    keyword: absoluteKeywordLocation.split('/').at(-1) ?? '',
  }
}
