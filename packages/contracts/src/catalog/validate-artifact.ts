import { isObject, isString } from '../json.ts'
import { parseText } from '../json-text/parse.ts'
import { compileSchema } from '../validator/compile-schema.ts'
import { type Verdict, toVerdict } from '../violation.ts'
import type { Contracts } from './contracts.ts'

/** The verdict on an artifact, and the contract by which it was judged. */
export interface ArtifactVerdict {
  /** Absent where the artifact names no contract that there is; the verdict then says so. */
  readonly id?: string
  readonly verdict: Verdict
}

/**
 * Judges an artifact's text by the contract that its `schema` member names.
 * @throws {SchemaError} where that contract cannot be used.
 */
export function validateArtifact(contracts: Contracts, text: string | Uint8Array): ArtifactVerdict {
  const { json, violations: faults } = parseText(text)
  const value = json?.value
  const id = isObject(value) && Object.hasOwn(value, 'schema') ? value['schema'] : undefined
  if (!isString(id) || !contracts.ids.includes(id))
    return { verdict: artifactSchema(contracts.ids).validateText(text) }
  const contract = contracts.get(id)
  // Only what is wrong with a text takes a second reading.
  const isValid = faults.length === 0 && contract.is(value)
  return { id, verdict: isValid ? toVerdict([]) : contract.validateText(text) }
}

/** What every artifact is, whatever its contract. */
const artifactSchema = (ids: readonly string[]) =>
  compileSchema({
    $id: 'artifact',
    type: 'object',
    required: ['schema'],
    properties: { schema: { enum: ids } },
  })
