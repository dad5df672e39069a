import type {
  ConditionalConstraint,
  Constraint,
  ItemsConstraint,
  MembersConstraint,
  ReferenceConstraint,
  ValueTest,
} from './constraint.ts'
import type { CompiledKeyword } from './types.ts'

/** All that a schema asks, in the order of its keywords. */
export interface ConstraintSet {
  readonly tests: readonly WithKeyword<ValueTest>[]
  readonly members: MembersConstraintSet | undefined
  readonly items: readonly ItemsConstraint[]
  readonly references: readonly ReferenceConstraint[]
  readonly conditionals: readonly ConditionalConstraint[]
}

/** A form with the keyword that it is of. */
type WithKeyword<Of> = Of & { readonly keyword: CompiledKeyword }

/** What several keywords ask of an object's members. */
export interface MembersConstraintSet extends Required<Omit<MembersConstraint, 'kind'>> {
  /** The rules behind the three parts. */
  readonly keywords: Readonly<
    Partial<Record<'required' | 'properties' | 'additionalProperties', CompiledKeyword>>
  >
}

/** Sorts what the keywords of one schema ask. What they ask of an object's members becomes one walk. */
export function constraintSetOf(keywords: readonly CompiledKeyword[]): ConstraintSet {
  const of = <Kind extends Constraint['kind']>(kind: Kind) =>
    keywords.flatMap((keyword) =>
      keyword.constraint.kind === kind ? [keyword.constraint as Extract<Constraint, { kind: Kind }>] : [],
    )
  return {
    tests: keywords.flatMap((keyword) =>
      keyword.constraint.kind === 'test' ? [{ ...keyword.constraint, keyword }] : [],
    ),
    members: membersOf(keywords),
    items: of('items'),
    references: of('reference'),
    conditionals: of('conditional'),
  }
}

function membersOf(keywords: readonly CompiledKeyword[]): MembersConstraintSet | undefined {
  const [required, properties, additionalProperties] = (
    ['required', 'properties', 'additionalProperties'] as const
  ).map((part) =>
    keywords.find(({ constraint }) => constraint.kind === 'members' && constraint[part] !== undefined),
  )
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
