import type { Constraints, KeywordConstraint, MemberRule, MembersConstraint, MemberSchema } from '../types.ts'

/** Merges what the keywords of one schema demand. */
export function constraintsOf(declared: readonly KeywordConstraint[]): Constraints {
  const merged = declared.reduce<KeywordConstraint>((all, each) => ({ ...all, ...each }), {})
  const { items, reference, conditional } = merged
  return {
    tests: declared.flatMap(({ test }) => test ?? []),
    members: membersConstraint(merged),
    items,
    reference,
    conditional,
    inPlaceSubschemas: [reference, conditional?.if, conditional?.then].filter((node) => node !== undefined),
  }
}

/** Links the rules of the members in the order of the schema, which is that of most objects. */
function membersConstraint(declared: KeywordConstraint): MembersConstraint | undefined {
  const {
    required = [],
    properties = new Map<string, MemberSchema>(),
    additionalProperties = true,
  } = declared
  if (!declared.required && !declared.properties && additionalProperties === true) return undefined
  const known = Object.freeze([...properties.keys()])
  const ofOthers = { name: undefined, schema: additionalProperties, isRequired: false, next: undefined }
  const isRequired = new Set(required)
  const byName = new Map<string, MemberRule>()
  let firstRule: MemberRule | undefined
  for (const name of [...new Set([...known, ...required])].reverse()) {
    const schema = properties.get(name) ?? additionalProperties
    firstRule = { name, schema, isRequired: isRequired.has(name), next: firstRule }
    byName.set(name, firstRule)
  }
  const ruleOf = (name: string): MemberRule => byName.get(name) ?? ofOthers
  return { required, properties, additionalProperties, known, firstRule, ruleOf }
}
