import type { Conditional, Form, Items, Members, Same, Test } from './form.ts'
import type { Rule } from './rule.ts'

/** All that a schema asks, in the order of its rules. */
export interface Asked {
  readonly tests: readonly Ruled<Test>[]
  readonly members: AskedMembers | undefined
  readonly items: readonly Items[]
  readonly same: readonly Same[]
  readonly conditionals: readonly Conditional[]
}

/** A form with the rule that it is of. */
type Ruled<Of> = Of & { readonly rule: Rule }

/** What several keywords ask of an object's members. */
export interface AskedMembers extends Required<Omit<Members, 'kind'>> {
  /** The rules behind the three parts. */
  readonly rules: Readonly<Partial<Record<'required' | 'listed' | 'others', Rule>>>
}

/** Sorts what the rules of one schema ask. What they ask of an object's members becomes one walk. */
export function asked(rules: readonly Rule[]): Asked {
  const of = <Kind extends Form['kind']>(kind: Kind) =>
    rules.flatMap((rule) => (rule.form.kind === kind ? [rule.form as Extract<Form, { kind: Kind }>] : []))
  return {
    tests: rules.flatMap((rule) => (rule.form.kind === 'test' ? [{ ...rule.form, rule }] : [])),
    members: membersOf(rules),
    items: of('items'),
    same: of('same'),
    conditionals: of('conditional'),
  }
}

function membersOf(rules: readonly Rule[]): AskedMembers | undefined {
  const [required, listed, others] = (['required', 'listed', 'others'] as const).map((part) =>
    rules.find(({ form }) => form.kind === 'members' && form[part] !== undefined),
  )
  if (!required && !listed && !others) return undefined
  const formOf = (rule: Rule | undefined) => rule?.form as Members | undefined
  return {
    required: formOf(required)?.required ?? [],
    listed: formOf(listed)?.listed ?? new Map(),
    others: formOf(others)?.others ?? true,
    rules: { ...(required && { required }), ...(listed && { listed }), ...(others && { others }) },
  }
}
