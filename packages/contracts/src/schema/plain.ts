import { isArray, isObject } from '../json.ts'
import { asked, type AskedMembers } from './asked.ts'
import type { Rule } from './rule.ts'

/** Whether a value, `depth` levels below an artifact's root, is as asked. */
export type Holds = (value: unknown, depth: number) => boolean

/** Asks rules directly. This is what the generated code is held to, and all there is where none may be generated. */
export function plain(rules: readonly Rule[]): Holds {
  const { tests, members, items, same, conditionals } = asked(rules)
  const holdsMembers = members && membersHold(members)
  return (value, depth) => {
    for (const test of tests) if (!test.holds(value)) return false
    if (holdsMembers && isObject(value) && !holdsMembers(value, depth)) return false
    for (const { each } of items) {
      if (!isArray(value)) break
      for (const item of value) if (!each.holds(item, depth + 1)) return false
    }
    for (const { node } of same) if (!node.holds(value, depth)) return false
    for (const conditional of conditionals) {
      if (conditional.if.holds(value, depth) && !conditional.then.holds(value, depth)) return false
    }
    return true
  }
}

function membersHold({ required, listed, others }: AskedMembers) {
  const isRequired = new Set(required)
  return (object: Readonly<Record<string, unknown>>, depth: number): boolean => {
    let missing = isRequired.size
    for (const name of Object.keys(object)) {
      if (isRequired.has(name)) missing--
      const form = listed.get(name) ?? others
      if (form === true) continue
      if (form === false || !form.holds(object[name], depth + 1)) return false
    }
    return missing === 0
  }
}
