import { contentMistakes } from './content.ts'
import { levelMistakes } from './levels.ts'
import { listMistakes } from './lists.ts'
import { nameMistakes } from './names.ts'
import type { StructuralMistake } from './structural-mistake.ts'
import { typeMistakes } from './types.ts'
import { wordMistakes } from './words.ts'

export { wholeMistakes } from './whole.ts'
export type { StructuralMistake } from './structural-mistake.ts'

/** The classes of mistakes in single members. */
export const memberMistakes: readonly StructuralMistake[] = [
  ...wordMistakes,
  ...typeMistakes,
  ...listMistakes,
  ...nameMistakes,
  ...levelMistakes,
  ...contentMistakes,
]
