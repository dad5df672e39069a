import { createTwoFilesPatch } from 'diff'

/** The time for a diff grows with the square of the number of different lines: 0.2 s for so many. */
const MAX_DIFFERENT_LINES = 1000

/** A unified diff, by lines. With very many different lines, one hunk replaces everything from the first to the last. */
export function diffOf(file: string, before: string, after: string): string[] {
  const options = { context: 1, maxEditLength: MAX_DIFFERENT_LINES }
  const patch = createTwoFilesPatch(file, file, before, after, undefined, undefined, options)
  return (
    patch?.trimEnd().split('\n').slice(2) ?? [
      `--- ${file}`,
      `+++ ${file}`,
      ...hunkOf(linesOf(before), linesOf(after)),
    ]
  )
}

/** With the line breaks. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

function hunkOf(before: readonly string[], after: readonly string[]): string[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-end - 1) === after.at(-end - 1)) end++
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  return [
    `@@ -${rangeOf(start, removed)} +${rangeOf(start, added)} @@`,
    ...removed.flatMap((line) => toLines('-', line)),
    ...added.flatMap((line) => toLines('+', line)),
  ]
}

/** In the format of unified diffs, a range without lines has the number of the line before it. */
const rangeOf = (start: number, { length }: readonly string[]): string =>
  `${length === 0 ? start : start + 1},${length}`

const toLines = (sign: string, line: string): string[] =>
  line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, String.raw`\ No newline at end of file`]
