import type { MemberRule, MemberSchema, MembersConstraint, MembersConstraintSet } from '../types.ts'

/** Links the rules of the members in the order of the schema, which is that of most objects. */
export class MemberRules implements MembersConstraintSet {
  readonly required: readonly string[]
  readonly properties: ReadonlyMap<string, MemberSchema>
  readonly additionalProperties: MemberSchema
  readonly known: readonly string[]
  readonly firstRule: MemberRule | undefined
  readonly #byName = new Map<string, MemberRule>()
  readonly #ofOthers: MemberRule

  constructor({ required = [], properties = new Map(), additionalProperties = true }: MembersConstraint) {
    this.required = required
    this.properties = properties
    this.additionalProperties = additionalProperties
    this.known = Object.freeze([...properties.keys()])
    this.#ofOthers = { name: undefined, schema: additionalProperties, isRequired: false, next: undefined }
    const isRequired = new Set(required)
    for (const name of [...new Set([...this.known, ...required])].reverse()) {
      const schema = properties.get(name) ?? additionalProperties
      this.firstRule = { name, schema, isRequired: isRequired.has(name), next: this.firstRule }
      this.#byName.set(name, this.firstRule)
    }
  }

  ruleOf(name: string): MemberRule {
    return this.#byName.get(name) ?? this.#ofOthers
  }
}
