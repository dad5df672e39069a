import { isObject, isString } from '../json.ts'
import { parseText } from '../json-text/parse.ts'
import { compileSchema } from '../validator/compile-schema.ts'
import { type Verdict, toVerdict } from '../violation.ts'
import type { Contracts } from './contracts.ts'
import { MAX_VIOLATIONS } from '../validator/validator.ts'

/** The result of validating an artifact, and the contract that was used. */
export interface ArtifactVerdict {
  /** Id of the contract; absent if `schema` of the artifact names no known contract, which is then a violation. */
  readonly id?: string
  readonly verdict: Verdict
}

/**
 * Validates the JSON text of an artifact against the contract that its `schema` member names.
 * @throws {SchemaError} if that contract cannot be used.
 */
export function validateArtifact(contracts: Contracts, text: string | Uint8Array): ArtifactVerdict {
  const { json, violations } = parseText(text, MAX_VIOLATIONS)
  const value = json?.value
  const id = isObject(value) && Object.hasOwn(value, 'schema') ? value['schema'] : undefined
  if (!isString(id) || !contracts.ids.includes(id))
    return { verdict: schemaMemberValidator(contracts.ids).validateText(text) }
  const contract = contracts.get(id)
  // Most artifacts are valid. Only violations need the text to be parsed again, for their line and column.
  const isValid = violations.length === 0 && contract.is(value)
  return { id, verdict: isValid ? toVerdict([]) : contract.validateText(text) }
}

/** Validates only that the artifact is an object whose `schema` member names a known contract. */
const schemaMemberValidator = (ids: readonly string[]) =>
  compileSchema({
    $id: 'artifact',
    type: 'object',
    required: ['schema'],
    properties: { schema: { enum: ids } },
  })
