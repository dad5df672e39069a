import type { KeywordName } from '@workbench/contracts/internal'

/**
 * What the comparison does with each keyword. An annotation does not constrain a value; `$defs` matters only where a `$ref`
 * points into it. A compared one has a check in checks-by-keyword.ts. A change of a schema that has an undecided one is
 * neither proven nor disproven.
 */
const ROLES = {
  $schema: 'annotation',
  $id: 'annotation',
  $defs: 'annotation',
  $comment: 'annotation',
  title: 'annotation',
  description: 'annotation',
  default: 'annotation',
  examples: 'annotation',
  deprecated: 'annotation',
  format: 'annotation',
  type: 'compared',
  const: 'compared',
  enum: 'compared',
  pattern: 'compared',
  maxLength: 'compared',
  minimum: 'compared',
  maximum: 'compared',
  minItems: 'compared',
  required: 'compared',
  properties: 'compared',
  additionalProperties: 'compared',
  items: 'compared',
  $ref: 'compared',
  if: 'compared',
  then: 'compared',
} as const satisfies Readonly<Record<KeywordName, 'annotation' | 'compared' | 'undecided'>>

type KeywordWith<Role extends string> = {
  [Name in KeywordName]: (typeof ROLES)[Name] extends Role ? Name : never
}[KeywordName]

/** Each needs a check in checks-by-keyword.ts. */
export type ComparedKeyword = KeywordWith<'compared'>

/** The keywords of a schema that constrain a value. */
export const constraintsIn = (schema: object): KeywordWith<'compared' | 'undecided'>[] =>
  Object.keys(schema).filter(
    (name): name is KeywordWith<'compared' | 'undecided'> => ROLES[name as KeywordName] !== 'annotation',
  )

export const isUndecided = (keyword: KeywordName): keyword is KeywordWith<'undecided'> =>
  (ROLES as Readonly<Record<KeywordName, string>>)[keyword] === 'undecided'
