import type { KeywordName } from '../schema/keywords/supported-keywords.ts'

/** Keywords that do not constrain a value. `$defs` matters only where a `$ref` points into it. */
const ANNOTATIONS = [
  '$schema',
  '$id',
  '$defs',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'format',
] as const

/** Keywords without a check. A change of a schema that has one of them is undecided. */
const UNDECIDED = [] as const

type Constraint = Exclude<KeywordName, (typeof ANNOTATIONS)[number]>
type Undecided = (typeof UNDECIDED)[number]

/** Each needs a check in checks-by-keyword.ts. */
export type ComparedKeyword = Exclude<Constraint, Undecided>

const annotations: ReadonlySet<string> = new Set<KeywordName>(ANNOTATIONS)
const undecided: ReadonlySet<string> = new Set<KeywordName>(UNDECIDED)

/** The keywords of a schema that constrain a value. */
export const constraintsIn = (schema: object): Constraint[] =>
  Object.keys(schema).filter((name): name is Constraint => !annotations.has(name))

export const isUndecided = (keyword: string): keyword is Undecided => undecided.has(keyword)
