import { isArray, isObject } from '@workbench/json-text'
import { LimitError, MAX_DEPTH } from './limits.ts'
import type { Constraints, IsValid, MembersConstraint, SchemaNode } from '../types.ts'

/**
 * Validates by evaluating the constraints, without generating code. Used for schemas that are validated rarely and in
 * runtimes that forbid code generation; generated code must return the same results.
 */
export function interpret({ tests, members, items, reference, conditional }: Constraints): IsValid {
  const checks: IsValid[] = tests.map((test) => test.isValid)
  if (members) checks.push(membersCheck(members))
  if (items) checks.push(itemsCheck(items))
  if (reference)
    checks.push((value, depth, evaluations) => {
      evaluations.add()
      return reference.isValid(value, depth, evaluations)
    })
  if (conditional)
    checks.push((value, depth, evaluations) => {
      evaluations.add()
      return (
        !conditional.if.isValid(value, depth, evaluations) ||
        conditional.then.isValid(value, depth, evaluations)
      )
    })
  const [first = () => true, second] = checks
  if (!second) return first
  return (value, depth, evaluations) => {
    for (const check of checks) if (!check(value, depth, evaluations)) return false
    return true
  }
}

const itemsCheck =
  (items: SchemaNode): IsValid =>
  (value, depth, evaluations) => {
    if (!isArray(value)) return true
    if (depth >= MAX_DEPTH && value.length > 0) throw new LimitError('depth', MAX_DEPTH)
    for (const item of value) if (!items.isValid(item, depth + 1, evaluations)) return false
    return true
  }

// oxlint-disable-next-line typescript/unbound-method -- called with `.call`
const { hasOwnProperty: hasOwn } = Object.prototype

function membersCheck(members: MembersConstraint): IsValid {
  const required = members.required.length
  return (value, depth, evaluations) => {
    if (!isObject(value)) return true
    let missing = required
    let rule = members.firstRule
    for (const name in value) {
      if (!hasOwn.call(value, name)) continue
      if (rule?.name !== name) rule = members.ruleOf(name)
      const { schema, isRequired } = rule
      rule = rule.next
      if (isRequired) missing--
      if (schema === true) continue
      if (schema === false) return false
      if (depth >= MAX_DEPTH) throw new LimitError('depth', MAX_DEPTH)
      if (!schema.isValid(value[name], depth + 1, evaluations)) return false
    }
    return missing === 0
  }
}
