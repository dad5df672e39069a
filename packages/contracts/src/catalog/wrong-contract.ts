import { isObject, isString, type JsonObject } from '../json.ts'
import type { Violation } from '../violation.ts'
import { formatJson } from '../violations/messages.ts'

/** The names of the members that a contract describes, by the id of the contract. */
type MembersOf = (id: string) => ReadonlySet<string>

/** Members of every artifact, which tell nothing about its contract. */
const COMMON = new Set(['schema', 'producedBy'])

const SCHEMA_MEMBER = '/schema'

/** With fewer unexpected members, an artifact of the right contract with a few mistakes is more likely. */
const MIN_UNEXPECTED = 2

/**
 * If an artifact that fails validation is one of another contract, by its `schema` or by its members, says so in the first
 * violation, and leaves out the lists of known members, which would not help.
 * @param ids of all contracts
 */
export function explainWrongContract(
  id: string,
  value: unknown,
  violations: readonly Violation[],
  ids: readonly string[],
  membersOf: MembersOf,
): readonly Violation[] {
  const other = isObject(value) ? contractOf(id, value, violations, ids, membersOf) : undefined
  if (other === undefined) return violations
  const explained = violations.find(({ path }) => path === SCHEMA_MEMBER) ?? violations[0]
  if (!explained) return violations
  const message = `${explained.message}; this artifact is a ${other}: validate it against ${other}, or write a ${id}`
  return [
    { ...explained, message },
    ...violations.filter((violation) => violation !== explained).map(withoutKnownMembers),
  ]
}

function contractOf(
  id: string,
  value: JsonObject,
  violations: readonly Violation[],
  ids: readonly string[],
  membersOf: MembersOf,
): string | undefined {
  let unexpected = 0
  for (const { keyword, path } of violations) {
    if (path === SCHEMA_MEMBER) {
      const declared = value['schema']
      if (isString(declared) && ids.includes(declared)) return declared
    } else if (keyword === 'additionalProperties' && path.lastIndexOf('/') === 0) unexpected++
  }
  if (unexpected < MIN_UNEXPECTED) return undefined
  const names = Object.keys(value).filter((name) => !COMMON.has(name))
  const fitting = ids.filter((other) => {
    const members = other === id ? undefined : membersOf(other)
    return members !== undefined && names.every((name) => members.has(name))
  })
  return fitting.length === 1 ? fitting[0] : undefined
}

const withoutKnownMembers = (violation: Violation): Violation =>
  violation.keyword === 'additionalProperties' &&
  violation.suggestion === undefined &&
  violation.fix === undefined
    ? { ...violation, message: `Unexpected member ${formatJson(violation.received)}` }
    : violation
