import type {
  CompiledKeyword,
  ConditionalConstraint,
  ConstraintSet,
  ItemsConstraint,
  MembersConstraint,
  MembersConstraintSet,
  ReferenceConstraint,
  SchemaNode,
} from './types.ts'

/** Sorts the constraints of one schema by kind. */
export function constraintSetOf(keywords: readonly CompiledKeyword[]): ConstraintSet {
  const tests: ConstraintSet['tests'][number][] = []
  let members: MembersConstraintSet | undefined
  const items: ItemsConstraint[] = []
  const references: ReferenceConstraint[] = []
  const conditionals: ConditionalConstraint[] = []
  const inPlaceSubschemas: SchemaNode[] = []
  for (const keyword of keywords) {
    const { constraint } = keyword
    if (constraint.kind === 'test') tests.push({ ...constraint, keyword })
    else if (constraint.kind === 'items') items.push(constraint)
    else if (constraint.kind === 'reference') {
      references.push(constraint)
      inPlaceSubschemas.push(constraint.node)
    } else if (constraint.kind === 'conditional') {
      conditionals.push(constraint)
      inPlaceSubschemas.push(constraint.if, constraint.then)
    } else members = addMembers(members, keyword, constraint)
  }
  return { tests, members, items, references, conditionals, inPlaceSubschemas }
}

const NO_MEMBERS: MembersConstraintSet = {
  required: [],
  properties: new Map(),
  additionalProperties: true,
  keywords: {},
}

function addMembers(
  members: MembersConstraintSet = NO_MEMBERS,
  keyword: CompiledKeyword,
  { kind: _kind, ...parts }: MembersConstraint,
): MembersConstraintSet {
  const keywords = Object.fromEntries(Object.keys(parts).map((part) => [part, keyword]))
  return { ...members, ...parts, keywords: { ...members.keywords, ...keywords } }
}
