import { isObject, isString, type JsonObject } from '../json.ts'
import { token } from '../pointer.ts'
import type { Violation } from '../violation.ts'
import { formatJson } from '../violations/messages.ts'
import { contractMeant, memberInPlaceOfSchema } from './contract-meant.ts'
import {
  contractOfMembers,
  countKnown,
  distinctiveMembers,
  type KnownContracts,
} from './contract-of-members.ts'

const SCHEMA_MEMBER = '/schema'

/** With fewer unexpected members, an artifact of the right contract with a few mistakes is more likely. */
const MIN_UNEXPECTED = 2

/**
 * If the `schema` of an artifact that fails validation, or its members, are those of another contract, says in the first
 * violation what to change. Leaves out the lists of known members, which do not help with an artifact of another contract.
 * Otherwise, corrects a `schema` that certainly means the contract with this id.
 */
export function explainWrongContract(
  id: string,
  value: unknown,
  violations: readonly Violation[],
  known: KnownContracts,
): readonly Violation[] {
  if (!isObject(value)) return violations
  const declared = declaredByViolation(value, violations)
  const advice = adviceOn(id, value, declared, violations, known)
  const corrected = advice?.isOther ? violations : correctSchema(id, value, declared, violations, known)
  const ofSchema = corrected.find(({ path }) => path === SCHEMA_MEMBER)
  const explained = ofSchema ?? corrected.find(({ schemaPath }) => schemaPath !== undefined)
  if (!advice || !explained) return corrected
  const message = ofSchema
    ? `${explained.message}; ${advice.text}`
    : `${capitalize(advice.text)}; for ${withArticle(id)}: ${explained.message}`
  const others = corrected.filter((violation) => violation !== explained)
  return [{ ...explained, message }, ...(advice.isOther ? others.map(withoutKnownMembers) : others)]
}

/** Adds a fix of the member `schema`, unless a violation has one. */
function correctSchema(
  id: string,
  value: JsonObject,
  declared: string | undefined,
  violations: readonly Violation[],
  known: KnownContracts,
): readonly Violation[] {
  const correction = correctionOfSchema(id, value, declared, known)
  const isFixed = violations.some(({ fix }) => fix?.some(({ path }) => path === SCHEMA_MEMBER))
  if (!correction || isFixed) return violations
  return violations.map((violation) =>
    violation.path === SCHEMA_MEMBER ? { ...violation, ...correction } : violation,
  )
}

function correctionOfSchema(
  id: string,
  value: JsonObject,
  declared: string | undefined,
  known: KnownContracts,
): Pick<Violation, 'suggestion' | 'fix'> | undefined {
  if (declared !== undefined)
    return contractMeant(declared, known.ids) === id
      ? { suggestion: id, fix: [{ op: 'replace', path: SCHEMA_MEMBER, value: id }] }
      : undefined
  const member = memberInPlaceOfSchema(value, known)
  return member?.id === id
    ? { fix: [{ op: 'move', from: token(member.name), path: SCHEMA_MEMBER }] }
    : undefined
}

interface Advice {
  readonly text: string
  /** Whether the artifact is one of another contract. */
  readonly isOther: boolean
}

function adviceOn(
  id: string,
  value: JsonObject,
  declared: string | undefined,
  violations: readonly Violation[],
  known: KnownContracts,
): Advice | undefined {
  const { ids, membersOf } = known
  const isDeclared = declared !== undefined && ids.includes(declared)
  const unexpected = violations.filter(
    ({ keyword, path }) => keyword === 'additionalProperties' && path.lastIndexOf('/') === 0,
  )
  if (!isDeclared && unexpected.length < MIN_UNEXPECTED) return undefined
  const members = distinctiveMembers(value)
  if (isDeclared) {
    const knownToOther = countKnown(members, membersOf(declared))
    const knownToThis = countKnown(members, membersOf(id))
    const isMost = 2 * Math.max(knownToThis, knownToOther) >= members.length
    if (knownToOther === members.length || (isMost && knownToOther > knownToThis))
      return {
        text: `this artifact is ${withArticle(declared)}: validate it against ${declared}, or write ${withArticle(id)}`,
        isOther: true,
      }
    if (isMost && knownToThis > knownToOther) return { text: membersAdvice(id), isOther: false }
  }
  if (unexpected.length < MIN_UNEXPECTED) return undefined
  const other = contractOfMembers(members, known)
  return other === undefined || other === id ? undefined : { text: membersAdvice(other), isOther: true }
}

/** The text in the member `schema`, if a violation concerns it. */
function declaredByViolation(value: JsonObject, violations: readonly Violation[]): string | undefined {
  const declared = violations.some(({ path }) => path === SCHEMA_MEMBER) ? value['schema'] : undefined
  return isString(declared) ? declared : undefined
}

export const membersAdvice = (id: string): string =>
  `the members of this artifact are those of ${withArticle(id)}: set "schema" to "${id}"`

const withArticle = (id: string): string => `${/^[aeiou]/.test(id) ? 'an' : 'a'} ${id}`

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const withoutKnownMembers = (violation: Violation): Violation =>
  violation.keyword === 'additionalProperties' &&
  violation.suggestion === undefined &&
  violation.fix === undefined
    ? { ...violation, message: `Unexpected member ${formatJson(violation.received)}` }
    : violation
