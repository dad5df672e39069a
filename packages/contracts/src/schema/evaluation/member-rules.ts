import type { MemberSchema, MembersConstraintSet } from '../types.ts'

/** What a schema demands of one member of an object. */
interface MemberRule {
  readonly schema: MemberSchema
  readonly isRequired: boolean
}

/** Returns the function that looks up the rule of a member by its name. */
export function memberRules({
  required,
  properties,
  additionalProperties,
}: MembersConstraintSet): (name: string) => MemberRule {
  const isRequired = new Set(required)
  const rules = new Map(
    Array.from(new Set([...properties.keys(), ...required]), (name): [string, MemberRule] => [
      name,
      { schema: properties.get(name) ?? additionalProperties, isRequired: isRequired.has(name) },
    ]),
  )
  const ofOthers: MemberRule = { schema: additionalProperties, isRequired: false }
  return (name) => rules.get(name) ?? ofOthers
}
