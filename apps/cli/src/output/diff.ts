import { escapeText } from '@workbench/contracts'
import { createTwoFilesPatch } from 'diff'

/** The time for a diff grows with the square of the number of different lines: 0.2 s for so many. */
const MAX_DIFFERENT_LINES = 1000

/** A unified diff, by lines; only the number of lines if very many are different. */
export function diffOf(file: string, before: string, after: string): string[] {
  const options = { context: 1, maxEditLength: MAX_DIFFERENT_LINES }
  // A line break in a name would begin a line of the output.
  const name = escapeText(file)
  const patch = createTwoFilesPatch(name, name, before, after, undefined, undefined, options)
  return (
    patch?.trimEnd().split('\n').slice(2) ?? [
      `--- ${name}`,
      `+++ ${name}`,
      `more than ${MAX_DIFFERENT_LINES} lines differ; they are not listed`,
    ]
  )
}
