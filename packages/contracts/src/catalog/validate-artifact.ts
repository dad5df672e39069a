import {
  isArray,
  isObject,
  isString,
  type Json,
  type JsonObject,
  type ParsedText,
  parseText,
  recoverText,
  tryParse,
} from '@workbench/json-text'
import { compile } from '../schema/compile.ts'
import type { SchemaNode } from '../schema/types.ts'
import { findFailures } from '../validator/find-failures.ts'
import type { AnyFailure, Explain } from '../validator/validate-text.ts'
import { toVerdict, type Verdict, type Violation } from '../messages/violation.ts'
import { contractNamedBy, existingVersions, memberInPlaceOfSchema } from './schema-member.ts'
import { contractOfMembers, distinctiveMembers } from './contract-of-members.ts'
import type { Contracts } from './contracts.ts'
import { withCorrection } from './wrong-contract.ts'
import { createValidator, MAX_VIOLATIONS } from '../validator/validator.ts'

/** The result of validating an artifact, and the contract that was used. */
export interface ArtifactVerdict {
  /** Id of the contract; absent if `schema` of the artifact names no known contract, which is then a violation. */
  readonly id?: string
  /** Without `id`: the id of the contract that a misspelt or incomplete `schema`, or a member in its place, certainly means. */
  readonly meant?: string
  readonly verdict: Verdict
  /** The artifact; absent if it is invalid. */
  readonly value?: unknown
}

/**
 * Validates the JSON text of an artifact against a contract.
 * @param contractId default: the contract that the `schema` member names, or that it certainly means
 * @throws {UnknownContractError} if there is no contract with this id.
 * @throws {SchemaError} if the contract cannot be used: the named one, or without a known `schema` the one that has the members.
 */
export function validateArtifact(
  contracts: Contracts,
  text: string | Uint8Array,
  contractId?: string,
): ArtifactVerdict {
  if (contractId !== undefined) {
    const { verdict, parsed } = contracts.get(contractId).readText(text)
    return { id: contractId, verdict, ...(verdict.valid && { value: parsed.json?.value }) }
  }
  const parsed = parseText(text, MAX_VIOLATIONS)
  const value = recoverText(parsed, MAX_VIOLATIONS).json?.value
  const artifact = artifactIn(value)
  const id = artifact && ownMember(artifact, 'schema')
  if (!isString(id) || !contracts.ids.includes(id)) return validateAgainstNone(contracts, parsed, value)
  const contract = contracts.get(id)
  const { verdict } = contract.readText(parsed)
  return { id, verdict, ...(verdict.valid && { value }) }
}

/** The artifact, or the one in a list of one item or in a text. */
function artifactIn(value: unknown): JsonObject | undefined {
  if (isArray(value)) return value.length === 1 && isObject(value[0]) ? value[0] : undefined
  if (isObject(value)) return value
  const inner = isString(value) ? tryParse(value) : undefined
  return isObject(inner) ? inner : undefined
}

const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * The verdict on an artifact that names no known contract. If it is certain which one is meant, it is validated against
 * that one; if only one has its members, against that one as well.
 */
function validateAgainstNone(contracts: Contracts, parsed: ParsedText, value: unknown): ArtifactVerdict {
  const artifact = artifactIn(value)
  const schema = artifact && ownMember(artifact, 'schema')
  const meant = isString(schema)
    ? contractNamedBy(schema, contracts.ids)
    : artifact && memberInPlaceOfSchema(artifact, contracts)?.id
  if (meant !== undefined) {
    const verdict = contracts.get(meant).readText(parsed).verdict
    if (!verdict.valid && verdict.violations.some(isSchemaMember)) return { meant, verdict }
  }
  const versions = isString(schema) ? existingVersions(schema, contracts.ids) : []
  const node = schemaOfSchemaMember(contracts.ids)
  const { failures } = findFailures(node, value, MAX_VIOLATIONS)
  const suggested = failures.find(({ failure }) => isSchemaMember(failure))?.correction.suggestion
  const fitting = artifact && fittingContract(contracts, artifact, versions, suggested)
  const explain: Explain = (_value, found) => found.map((each) => withContract(each, fitting, versions))
  const verdict = createValidator(node, {}, { explain }).readText(parsed).verdict
  if (verdict.valid || fitting === undefined) return { verdict }
  const other = contracts.get(fitting).readText(parsed).verdict
  const { violations } = verdict
  const isNew = ({ path, keyword }: Violation) =>
    !violations.some((known) => known.path === path && (known.keyword === keyword || isSchemaMember(known)))
  return {
    verdict: other.valid
      ? verdict
      : toVerdict([...violations, ...other.violations.filter(isNew)], other.more),
  }
}

/** The contract whose members the artifact has, unless its `schema` is similar to another one, or names one. */
function fittingContract(
  contracts: Contracts,
  artifact: JsonObject,
  versions: readonly string[],
  suggested: Json | undefined,
): string | undefined {
  const fitting = contractOfMembers(distinctiveMembers(artifact), contracts)
  if (versions.length > 0) return versions.find((id) => id === fitting)
  return suggested === undefined || suggested === fitting ? fitting : undefined
}

/** Says which contract is used. Without one, the template would be that of an arbitrary contract. */
function withContract<Found extends AnyFailure>(
  found: Found,
  id: string | undefined,
  versions: readonly string[],
): Found {
  const isOfSchema = isSchemaMember(found.failure)
  if (isOfSchema && versions.length > 0)
    return withCorrection(found, { template: undefined, contractHint: { kind: 'versions', ids: versions } })
  if (!isOfSchema || id === undefined || found.correction.suggestion !== undefined)
    return withCorrection(found, { template: undefined })
  const contractHint = { kind: 'members-of', id } as const
  return withCorrection(found, { onlyValue: id, template: id, contractHint })
}

const isSchemaMember = (found: Pick<Violation, 'path' | 'schemaPath'>): boolean =>
  found.schemaPath !== undefined && found.path.endsWith('/schema')

/** Requires only that the artifact is an object whose `schema` member names a known contract. */
const schemaOfSchemaMember = (ids: readonly string[]): SchemaNode =>
  compile(
    {
      file: 'artifact',
      schema: { type: 'object', required: ['schema'], properties: { schema: { enum: ids } } },
    },
    () => undefined,
  )
