import type { Draft } from '../draft.ts'
import { LOSSLESS, type StructuralMistake } from './structural-mistake.ts'

const wrapping = (
  name: string,
  wrap: (draft: Draft) => { readonly written: unknown; readonly at?: string },
): StructuralMistake => ({
  name,
  ...LOSSLESS,
  make(_, __, draft) {
    const { written, at } = wrap(draft)
    draft.written = written
    if (at !== undefined) draft.move('', at)
    return ['']
  },
})

/** The whole artifact in something else. A case has at most one of these mistakes, made last. */
export const wholeMistakes: readonly StructuralMistake[] = [
  wrapping('artifact in an array', ({ written }) => ({ written: [written], at: '/0' })),
  wrapping('artifact in a string', ({ written }) => ({ written: JSON.stringify(written) })),
  wrapping('artifact in a member', ({ written, original }) => {
    const noun = String(original['schema']).split('.')[0] ?? ''
    const name = noun.length % 2 === 0 ? noun : 'artifact'
    return { written: { [name]: written }, at: `/${name}` }
  }),
]
