import type { Draft } from '../draft.ts'
import { LOSSLESS, type StructuralMistake } from './structural-mistake.ts'

const wrapping = (name: string, wrap: (draft: Draft) => unknown): StructuralMistake => ({
  name,
  ...LOSSLESS,
  make(_, __, draft) {
    draft.written = wrap(draft)
    return ['']
  },
})

/** The whole artifact in something else. A case has at most one of these mistakes, made last. */
export const wholeMistakes: readonly StructuralMistake[] = [
  wrapping('artifact in an array', ({ written }) => [written]),
  wrapping('artifact in a string', ({ written }) => JSON.stringify(written)),
  wrapping('artifact in a member', ({ written, original }) => {
    const noun = String(original['schema']).split('.')[0] ?? 'artifact'
    return { [noun.length % 2 === 0 ? noun : 'artifact']: written }
  }),
]
