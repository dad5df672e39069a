import type { Conditional, Form, Items, Members, Same, Test } from './form.ts'

/** All that a schema asks, in the order in which it is cheapest to ask. */
export interface Asked {
  readonly tests: readonly Test[]
  readonly members: AskedMembers | undefined
  readonly items: readonly Items[]
  readonly same: readonly Same[]
  readonly conditionals: readonly Conditional[]
}

export type AskedMembers = Required<Omit<Members, 'kind'>>

/** Sorts what the keywords of one schema ask. What they ask of an object's members becomes one walk. */
export function asked(forms: readonly Form[]): Asked {
  const of = <Kind extends Form['kind']>(kind: Kind) =>
    forms.filter((form): form is Extract<Form, { kind: Kind }> => form.kind === kind)
  const members = of('members')
  return {
    tests: of('test'),
    members:
      members.length === 0
        ? undefined
        : {
            required: members.flatMap(({ required = [] }) => required),
            listed: new Map(members.flatMap(({ listed = [] }) => [...listed])),
            others: members.find(({ others }) => others !== undefined)?.others ?? true,
          },
    items: of('items'),
    same: of('same'),
    conditionals: of('conditional'),
  }
}
