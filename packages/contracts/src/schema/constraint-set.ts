import type {
  CompiledKeyword,
  ConditionalConstraint,
  ConstraintSet,
  ItemsConstraint,
  MembersConstraint,
  MembersPart,
  ReferenceConstraint,
  SchemaNode,
} from './types.ts'

/** Sorts the constraints of one schema by kind. */
export function constraintSetOf(keywords: readonly CompiledKeyword[]): ConstraintSet {
  const tests: ConstraintSet['tests'][number][] = []
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
    }
  }
  return { tests, members: mergeMembers(keywords), items, references, conditionals, inPlaceSubschemas }
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
