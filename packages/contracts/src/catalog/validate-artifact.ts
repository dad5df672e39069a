import { isArray, isObject, isString } from '../json.ts'
import { parseText } from '../json-text/parse.ts'
import { recover } from '../json-text/recovery/recover.ts'
import { compileSchema } from '../validator/compile-recovering-schema.ts'
import { toVerdict, VALID, type Verdict, type Violation } from '../violation.ts'
import { Suggester } from '../violations/did-you-mean.ts'
import type { Contracts } from './contracts.ts'
import { MAX_VIOLATIONS } from '../validator/validator.ts'

/** The result of validating an artifact, and the contract that was used. */
export interface ArtifactVerdict {
  /** Id of the contract; absent if `schema` of the artifact names no known contract, which is then a violation. */
  readonly id?: string
  readonly verdict: Verdict
  /** The artifact; absent if it is invalid. */
  readonly value?: unknown
}

/**
 * Validates the JSON text of an artifact against the contract that its `schema` member names.
 * @throws {SchemaError} if that contract cannot be used.
 */
export function validateArtifact(contracts: Contracts, text: string | Uint8Array): ArtifactVerdict {
  const { json, violations } = parseText(text, MAX_VIOLATIONS, recover)
  const value = json?.value
  const id = declaredSchema(value)
  if (!isString(id) || !contracts.ids.includes(id))
    return { verdict: validateAgainstNone(contracts, id, text) }
  const contract = contracts.get(id)
  // Most artifacts are valid. Only violations need the text to be parsed again, for their line and column.
  const isValid = violations.length === 0 && contract.is(value)
  return isValid ? { id, verdict: VALID, value } : { id, verdict: contract.validateText(text) }
}

/** The `schema` member of an artifact, or of the artifact in a list of one item or in a text. */
function declaredSchema(value: unknown): unknown {
  if (isArray(value)) return value.length === 1 && isObject(value[0]) ? declaredSchema(value[0]) : undefined
  if (isObject(value)) return Object.hasOwn(value, 'schema') ? value['schema'] : undefined
  const json = isString(value) ? parseText(value, 1).json : undefined
  return isObject(json?.value) ? declaredSchema(json.value) : undefined
}

/** The verdict on an artifact that names no known contract. If it is clear which one is meant, that one is used as well. */
function validateAgainstNone(contracts: Contracts, id: unknown, text: string | Uint8Array): Verdict {
  const verdict = schemaMemberValidator(contracts.ids).validateText(text)
  const meant = isString(id) ? new Suggester(contracts.ids).suggest(id) : undefined
  if (!meant?.isCertain || verdict.valid) return verdict
  const other = contracts.get(meant.word).validateText(text)
  if (other.valid) return verdict
  const isNew = ({ path, keyword }: Violation) =>
    path !== '/schema' &&
    !verdict.violations.some((known) => known.path === path && known.keyword === keyword)
  return toVerdict([...verdict.violations, ...other.violations.filter(isNew)], other.more)
}

/** Validates only that the artifact is an object whose `schema` member names a known contract. */
const schemaMemberValidator = (ids: readonly string[]) =>
  compileSchema({
    $id: 'artifact',
    type: 'object',
    required: ['schema'],
    properties: { schema: { enum: ids } },
  })
