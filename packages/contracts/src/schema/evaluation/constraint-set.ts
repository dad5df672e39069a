import type {
  ConditionalConstraint,
  Constraint,
  ConstraintSet,
  ItemsConstraint,
  MembersConstraintSet,
  ReferenceConstraint,
  SchemaNode,
  ValueTest,
} from '../types.ts'

/** Sorts the constraints of one schema by kind. */
export function constraintSetOf(declared: readonly Constraint[]): ConstraintSet {
  const tests: ValueTest[] = []
  let members: MembersConstraintSet | undefined
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
    } else {
      const { kind: _, ...parts } = constraint
      members = { ...(members ?? NO_MEMBERS), ...parts }
    }
  }
  return { tests, members, items, references, conditionals, inPlaceSubschemas }
}

const NO_MEMBERS: MembersConstraintSet = {
  required: [],
  properties: new Map(),
  additionalProperties: true,
}
