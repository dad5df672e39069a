import type { CompiledKeyword, Constraint, ConstraintSet, MembersConstraint, MembersPart } from './types.ts'

/** Sorts the constraints of one schema by kind. */
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

function mergeMembers(keywords: readonly CompiledKeyword[]): ConstraintSet['members'] {
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
