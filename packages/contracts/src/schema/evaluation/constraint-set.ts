import type {
  ConditionalConstraint,
  Constraint,
  ConstraintSet,
  ItemsConstraint,
  MembersConstraint,
  ReferenceConstraint,
  SchemaNode,
  ValueTest,
} from '../types.ts'
import { MemberRules } from './member-rules.ts'

/** Sorts the constraints of one schema by kind. */
export function constraintSetOf(declared: readonly Constraint[]): ConstraintSet {
  const tests: ValueTest[] = []
  let members: MembersConstraint | undefined
  const items: ItemsConstraint[] = []
  const references: ReferenceConstraint[] = []
  const conditionals: ConditionalConstraint[] = []
  const inPlaceSubschemas: SchemaNode[] = []
  for (const constraint of declared) {
    if (constraint.kind === 'test') tests.push(constraint)
    else if (constraint.kind === 'items') items.push(constraint)
    else if (constraint.kind === 'reference') {
      references.push(constraint)
      inPlaceSubschemas.push(constraint.node)
    } else if (constraint.kind === 'conditional') {
      conditionals.push(constraint)
      inPlaceSubschemas.push(constraint.if, constraint.then)
    } else members = { ...members, ...constraint }
  }
  return {
    tests,
    members: members && new MemberRules(members),
    items,
    references,
    conditionals,
    inPlaceSubschemas,
    acceptsStrings: inPlaceSubschemas.length === 0 && tests.every(acceptsStrings),
  }
}

const acceptsStrings = ({ keyword, expected, appliesTo }: ValueTest): boolean =>
  keyword === 'type' ? expected.includes('string') : appliesTo !== 'any' && appliesTo !== 'string'
