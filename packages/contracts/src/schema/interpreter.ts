import { isArray, isObject } from '../json.ts'
import { countEvaluation, LimitError, MAX_DEPTH } from './limits.ts'
import type { ConstraintSet, IsValid, MemberSchema, MembersConstraintSet } from './types.ts'

/**
 * Validates by evaluating the constraints, without generating code. Used for schemas that are validated rarely and in
 * runtimes that forbid code generation; generated code must return the same results.
 */
export function interpret({ tests, members, items, references, conditionals }: ConstraintSet): IsValid {
  const checks: IsValid[] = [
    ...tests.map(({ isValid }): IsValid => isValid),
    ...(members ? [membersCheck(members)] : []),
    ...items.map(({ each }): IsValid => {
      return (value, depth) => {
        if (!isArray(value)) return true
        if (depth >= MAX_DEPTH && value.length > 0) throw new LimitError('depth')
        for (const item of value) if (!each.isValid(item, depth + 1)) return false
        return true
      }
    }),
    ...references.map(({ node }): IsValid => {
      return (value, depth) => {
        countEvaluation()
        return node.isValid(value, depth)
      }
    }),
    ...conditionals.map((conditional): IsValid => {
      return (value, depth) => {
        countEvaluation()
        return !conditional.if.isValid(value, depth) || conditional.then.isValid(value, depth)
      }
    }),
  ]
  const [first = () => true, second] = checks
  if (!second) return first
  return (value, depth) => {
    for (const check of checks) if (!check(value, depth)) return false
    return true
  }
}

// oxlint-disable-next-line typescript/unbound-method -- called with `.call`
const { hasOwnProperty: hasOwn } = Object.prototype

function membersCheck({ required, properties, additionalProperties }: MembersConstraintSet): IsValid {
  const isRequired = new Set(required)
  const known = new Map(
    Array.from(new Set([...properties.keys(), ...required]), (name): [string, Member] => [
      name,
      { schema: properties.get(name) ?? additionalProperties, isRequired: isRequired.has(name) },
    ]),
  )
  const other: Member = { schema: additionalProperties, isRequired: false }
  return (value, depth) => {
    if (!isObject(value)) return true
    let missing = isRequired.size
    for (const name in value) {
      if (!hasOwn.call(value, name)) continue
      const member = known.get(name) ?? other
      if (member.isRequired) missing--
      const { schema } = member
      if (schema === true) continue
      if (schema === false) return false
      if (depth >= MAX_DEPTH) throw new LimitError('depth')
      if (!schema.isValid(value[name], depth + 1)) return false
    }
    return missing === 0
  }
}

interface Member {
  readonly schema: MemberSchema
  readonly isRequired: boolean
}
