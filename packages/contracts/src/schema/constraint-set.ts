import type {
  CompiledKeyword,
  ConditionalConstraint,
  Constraint,
  ItemsConstraint,
  MembersConstraint,
  ReferenceConstraint,
  ValueTest,
} from './types.ts'

/** The constraints of one schema, by kind, each in the order of the keywords. */
export interface ConstraintSet {
  readonly tests: readonly (ValueTest & { readonly keyword: CompiledKeyword })[]
  readonly members: MembersConstraintSet | undefined
  readonly items: readonly ItemsConstraint[]
  readonly references: readonly ReferenceConstraint[]
  readonly conditionals: readonly ConditionalConstraint[]
}

/** The parts of a {@link MembersConstraint}; each comes from the keyword of that name. */
type MembersPart = 'required' | 'properties' | 'additionalProperties'

/** The constraints on an object's members, merged so that one loop over the members validates all of them. */
export interface MembersConstraintSet extends Required<Pick<MembersConstraint, MembersPart>> {
  readonly keywords: Readonly<Partial<Record<MembersPart, CompiledKeyword>>>
}

export function constraintSetOf(keywords: readonly CompiledKeyword[]): ConstraintSet {
  const constraints = keywords.map(({ constraint }) => constraint)
  const ofKind = <Kind extends Constraint['kind']>(kind: Kind) =>
    constraints.filter(
      (constraint): constraint is Extract<Constraint, { kind: Kind }> => constraint.kind === kind,
    )
  return {
    tests: keywords.flatMap((keyword) =>
      keyword.constraint.kind === 'test' ? [{ ...keyword.constraint, keyword }] : [],
    ),
    members: mergeMembers(keywords),
    items: ofKind('items'),
    references: ofKind('reference'),
    conditionals: ofKind('conditional'),
  }
}

function mergeMembers(keywords: readonly CompiledKeyword[]): MembersConstraintSet | undefined {
  const withPart = (part: MembersPart) =>
    keywords.find(({ constraint }) => constraint.kind === 'members' && constraint[part] !== undefined)
  const required = withPart('required')
  const properties = withPart('properties')
  const additionalProperties = withPart('additionalProperties')
  if (!required && !properties && !additionalProperties) return undefined
  const constraintOf = (keyword: CompiledKeyword | undefined) =>
    keyword?.constraint as MembersConstraint | undefined
  return {
    required: constraintOf(required)?.required ?? [],
    properties: constraintOf(properties)?.properties ?? new Map(),
    additionalProperties: constraintOf(additionalProperties)?.additionalProperties ?? true,
    keywords: {
      ...(required && { required }),
      ...(properties && { properties }),
      ...(additionalProperties && { additionalProperties }),
    },
  }
}
