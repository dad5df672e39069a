import { isObject, isString, type JsonObject, token } from '@workbench/json-text'
import type { ContractHint, Correction } from '../failures/correction.ts'
import type { AnyFailure } from '../validator/validate-text.ts'
import { contractNamedBy, memberInPlaceOfSchema } from './schema-member.ts'
import {
  contractOfMembers,
  countKnown,
  distinctiveMembers,
  type KnownContracts,
} from './contract-of-members.ts'

/*
 * `{ schema: 'risk.v1', probability: 0.2, impactEur: 500, ... }` is validated against finding.v1.
 * `probability` and all others are members of risk.v1, few of them of finding.v1: it is a risk, as it declares.
 * The first violation says "this artifact is a risk.v1: validate it against risk.v1, or write a finding.v1".
 */

type WrongContractHint = Exclude<ContractHint, { readonly kind: 'versions' }>

const SCHEMA_MEMBER = '/schema'

/** With fewer unexpected members, an artifact of the right contract with a few mistakes is more likely. */
const MIN_UNEXPECTED = 2

/**
 * If the `schema` of an artifact that fails validation, or its members, are those of another contract, says in the first
 * violation what to change. Leaves out the lists of known members, which do not help with an artifact of another contract.
 * Otherwise, corrects a `schema` that certainly means the contract with this id.
 */
export function explainWrongContract<Found extends AnyFailure>(
  id: string,
  value: unknown,
  found: readonly Found[],
  known: KnownContracts,
): readonly Found[] {
  if (!isObject(value) || !(hasUnexpectedMembers(found) || found.some(isOfSchema))) return found
  const hint = hintOn(id, value, found, known)
  const isOther = hint !== undefined && hint.id !== id
  const correction = isOther ? undefined : correctionOfSchema(id, value, found, known)
  const corrected =
    correction && !found.some(fixesSchema)
      ? found.map((each) => (isOfSchema(each) ? withCorrection(each, correction) : each))
      : found
  const ofSchema = corrected.find(isOfSchema)
  const explained = ofSchema ?? corrected.find(({ failure }) => 'schemaPath' in failure)
  if (!hint || !explained) return corrected
  const contractHint = ofSchema ? hint : { ...hint, introduces: id }
  const others = corrected.filter((each) => each !== explained)
  return [
    withCorrection(explained, { contractHint }),
    ...(isOther ? others.map((each) => withCorrection(each, { hidesKnownMembers: true })) : others),
  ]
}

const hasUnexpectedMembers = (found: readonly AnyFailure[]): boolean =>
  found.filter(isUnexpectedMember).length >= MIN_UNEXPECTED

const isUnexpectedMember = ({ failure: { keyword, path } }: AnyFailure): boolean =>
  keyword === 'additionalProperties' && path.lastIndexOf('/') === 0

const isOfSchema = ({ failure }: AnyFailure): boolean => failure.path === SCHEMA_MEMBER

const fixesSchema = ({ correction }: AnyFailure): boolean =>
  correction.fix?.some(({ path }) => path === SCHEMA_MEMBER) === true

export const withCorrection = <Found extends AnyFailure>(found: Found, added: Correction): Found => ({
  ...found,
  correction: { ...found.correction, ...added },
})

/** A correction of the member `schema`, with a fix. */
function correctionOfSchema(
  id: string,
  value: JsonObject,
  found: readonly AnyFailure[],
  known: KnownContracts,
): Correction | undefined {
  const declared = declaredByViolation(value, found)
  if (declared !== undefined)
    return contractNamedBy(declared, known.ids) === id
      ? { suggestion: id, hint: { kind: 'none' }, fix: [{ op: 'replace', path: SCHEMA_MEMBER, value: id }] }
      : undefined
  const member = memberInPlaceOfSchema(value, known)
  return member?.id === id
    ? { fix: [{ op: 'move', from: token(member.name), path: SCHEMA_MEMBER }] }
    : undefined
}

/** Of which contract the artifact is: this one, although it declares another one, or the other one. */
function hintOn(
  id: string,
  value: JsonObject,
  found: readonly AnyFailure[],
  known: KnownContracts,
): WrongContractHint | undefined {
  const { ids, membersOf } = known
  const declared = declaredByViolation(value, found)
  if (declared !== undefined && ids.includes(declared)) {
    const members = distinctiveMembers(value)
    const knownToOther = countKnown(members, membersOf(declared))
    const knownToThis = countKnown(members, membersOf(id))
    const isMost = 2 * Math.max(knownToThis, knownToOther) >= members.length
    if (knownToOther === members.length || (isMost && knownToOther > knownToThis))
      return { kind: 'declared', id: declared, validatedAgainst: id }
    if (isMost && knownToThis > knownToOther) return { kind: 'members-of', id }
  }
  if (!hasUnexpectedMembers(found)) return undefined
  const other = contractOfMembers(distinctiveMembers(value), known)
  return other === undefined || other === id ? undefined : { kind: 'members-of', id: other }
}

/** The text in the member `schema`, if a violation concerns it. */
function declaredByViolation(value: JsonObject, found: readonly AnyFailure[]): string | undefined {
  const declared = found.some(isOfSchema) ? value['schema'] : undefined
  return isString(declared) ? declared : undefined
}
