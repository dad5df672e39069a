import { createTwoFilesPatch } from 'diff'

/** A unified diff, by lines. */
export const diffOf = (file: string, before: string, after: string): string[] =>
  createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: 1 })
    .trimEnd()
    .split('\n')
    .slice(2)
