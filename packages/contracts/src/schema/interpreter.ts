import { isArray, isObject, type JsonObject } from '../json.ts'
import { constraintSetOf, type MembersConstraintSet } from './constraint-set.ts'
import type { CompiledKeyword, IsValid } from './types.ts'

/**
 * Validates by evaluating the constraints, without generating code. Used for schemas that are validated rarely and in
 * runtimes that forbid code generation; generated code must return the same results.
 */
export function interpret(keywords: readonly CompiledKeyword[]): IsValid {
  const { tests, members, items, references, conditionals } = constraintSetOf(keywords)
  const areMembersValid = members && membersPredicate(members)
  return (value, depth) => {
    for (const test of tests) if (!test.isValid(value)) return false
    if (areMembersValid && isObject(value) && !areMembersValid(value, depth)) return false
    for (const { each } of items) {
      if (!isArray(value)) break
      for (const item of value) if (!each.isValid(item, depth + 1)) return false
    }
    for (const { node } of references) if (!node.isValid(value, depth)) return false
    for (const conditional of conditionals) {
      if (conditional.if.isValid(value, depth) && !conditional.then.isValid(value, depth)) return false
    }
    return true
  }
}

function membersPredicate({ required, properties, additionalProperties }: MembersConstraintSet) {
  const isRequired = new Set(required)
  return (object: JsonObject, depth: number): boolean => {
    let missing = isRequired.size
    for (const name of Object.keys(object)) {
      if (isRequired.has(name)) missing--
      const member = properties.get(name) ?? additionalProperties
      if (member === true) continue
      if (member === false || !member.isValid(object[name], depth + 1)) return false
    }
    return missing === 0
  }
}
