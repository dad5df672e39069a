import { isArray, isObject, isString, type JsonObject } from '../json.ts'
import { parseText } from '../json-text/parse.ts'
import { recover } from '../json-text/recovery/recover.ts'
import { compileSchema } from '../validator/compile-schema-with-recovery.ts'
import { type Invalid, toVerdict, VALID, type Verdict, type Violation } from '../violation.ts'
import { spellingOf, Suggester } from '../violations/did-you-mean.ts'
import { formatJson } from '../violations/messages.ts'
import { contractNamed } from './contract-id.ts'
import { contractOfMembers, distinctiveMembers } from './contract-of-members.ts'
import { type Contracts, membersOfContracts } from './contracts.ts'
import { membersAdvice, withSchemaFix } from './wrong-contract.ts'
import { MAX_VIOLATIONS } from '../validator/validator.ts'

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
 * Validates the JSON text of an artifact against the contract that its `schema` member names.
 * @throws {SchemaError} if that contract cannot be used.
 */
export function validateArtifact(contracts: Contracts, text: string | Uint8Array): ArtifactVerdict {
  const { json, violations } = parseText(text, MAX_VIOLATIONS, recover)
  const value = json?.value
  const artifact = artifactIn(value)
  const id = artifact && ownMember(artifact, 'schema')
  if (!isString(id) || !contracts.ids.includes(id)) return validateAgainstNone(contracts, artifact, text)
  const contract = contracts.get(id)
  // Most artifacts are valid. Only violations need the text to be parsed again, for their line and column.
  const isValid = violations.length === 0 && contract.is(value)
  return isValid ? { id, verdict: VALID, value } : { id, verdict: contract.validateText(text) }
}

/** The artifact, or the one in a list of one item or in a text. */
function artifactIn(value: unknown): JsonObject | undefined {
  if (isArray(value)) return value.length === 1 && isObject(value[0]) ? value[0] : undefined
  if (isObject(value)) return value
  const json = isString(value) ? parseText(value, 1).json : undefined
  return isObject(json?.value) ? json.value : undefined
}

const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * The verdict on an artifact that names no known contract. If it is certain which one is meant, or only one has its
 * members, that one is used as well.
 */
function validateAgainstNone(
  contracts: Contracts,
  artifact: JsonObject | undefined,
  text: string | Uint8Array,
): ArtifactVerdict {
  const verdict = schemaMemberValidator(contracts.ids).validateText(text)
  if (verdict.valid) return { verdict }
  const meant = artifact && contractMeant(contracts, artifact)
  const fitting = artifact && meant === undefined ? fittingContract(contracts, artifact, verdict) : undefined
  const used = meant ?? fitting
  const violations = verdict.violations.map((violation) => withContract(violation, used, meant === undefined))
  if (used === undefined) return { verdict: { ...verdict, violations } }
  const other = contracts.get(used).validateText(text)
  const isNew = ({ path, keyword }: Violation) =>
    !violations.some((known) => known.path === path && (known.keyword === keyword || isOfSchemaMember(known)))
  const all = other.valid
    ? { ...verdict, violations }
    : toVerdict([...violations, ...other.violations.filter(isNew)], other.more)
  return { ...(meant !== undefined && { meant }), verdict: all }
}

/** The contract that `schema` certainly means, misspelt or without a version, or the id in a member that is in the place of `schema`. */
function contractMeant(contracts: Contracts, artifact: JsonObject): string | undefined {
  const { ids } = contracts
  if (Object.hasOwn(artifact, 'schema')) {
    const { schema } = artifact
    if (!isString(schema)) return undefined
    const suggestion = new Suggester(ids).suggest(schema)
    return suggestion?.isCertain ? suggestion.word : contractNamed(schema, ids)
  }
  const membersOf = membersOfContracts(contracts)
  const named = Object.keys(artifact).flatMap((name) => {
    const id = IN_PLACE_OF_SCHEMA.has(spellingOf(name)) ? artifact[name] : undefined
    return isString(id) && ids.includes(id) && !membersOf(id).has(name) ? [{ id, name }] : []
  })
  const [only, another] = named
  if (!only || another) return undefined
  const { [only.name]: _, ...others } = artifact
  const fitting = contractOfMembers(distinctiveMembers(others), ids, membersOf)
  return fitting === undefined || fitting === only.id ? only.id : undefined
}

/** Spellings of the names under which an artifact has the id of its contract by mistake. */
const IN_PLACE_OF_SCHEMA = new Set(['schema', '$schema', 'type'])

/** The contract whose members the artifact has, unless its `schema` is similar to another one. */
function fittingContract(
  contracts: Contracts,
  artifact: JsonObject,
  { violations }: Invalid,
): string | undefined {
  const fitting = contractOfMembers(
    distinctiveMembers(artifact),
    contracts.ids,
    membersOfContracts(contracts),
  )
  const suggested = violations.find(isOfSchemaMember)?.suggestion
  return suggested === undefined || suggested === fitting ? fitting : undefined
}

/** Says which contract is used. Without one, the template would be that of an arbitrary contract. */
function withContract(violation: Violation, id: string | undefined, isByMembers: boolean): Violation {
  const { template: _, ...rest } = violation
  if (id === undefined || violation.fix !== undefined || !isOfSchemaMember(violation)) return rest
  if (!isByMembers && violation.keyword === 'enum') return withSchemaFix(rest, id)
  if (violation.suggestion !== undefined) return rest
  const sentence =
    violation.keyword === 'required'
      ? `Required member "schema" is missing; expected ${formatJson(id)}`
      : violation.message
  return { ...rest, message: isByMembers ? `${sentence}; ${membersAdvice(id)}` : sentence, template: id }
}

const isOfSchemaMember = ({ path, schemaPath }: Violation): boolean =>
  schemaPath !== undefined && path.endsWith('/schema')

/** Validates only that the artifact is an object whose `schema` member names a known contract. */
const schemaMemberValidator = (ids: readonly string[]) =>
  compileSchema({
    $id: 'artifact',
    type: 'object',
    required: ['schema'],
    properties: { schema: { enum: ids } },
  })
