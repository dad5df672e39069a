import { lostContent } from '../../../packages/test-support/src/json-mistakes/lost-content.ts'
import type { Failure } from './tally.ts'

/** Characters before and after a location. */
const BEFORE = 60
const AFTER = 120

/** Describes each text that was changed or that lost content: the mistake, and the original and the result where they differ. */
export const describeFailures = (failures: readonly Failure[]): string =>
  failures.map((failure) => `${describe(failure)}\n`).join('\n')

function describe({ broken, outcome, repair }: Failure): string {
  const { contract, mistakes, original, edits, text } = broken
  const lost = lostContent(broken, repair.text).slice(0, 5)
  const difference = firstDifference(original.text, repair.text)
  const written = firstDifference(original.text, text)
  return [
    `== ${mistakes.join(' + ')}: ${outcome} (${contract}, returned as ${repair.isValid ? 'valid' : 'invalid'})`,
    ...(lost.length > 0 ? [`  lost:     ${JSON.stringify(lost)}`] : []),
    ...edits.map(
      ({ start, end, insert }) =>
        `  mistake:  ${JSON.stringify(original.text.slice(start, Math.min(end, start + BEFORE)))} -> ${JSON.stringify(insert.slice(0, AFTER))}`,
    ),
    `  broken:   ${around(text, written)}`,
    `  original: ${around(original.text, difference)}`,
    `  result:   ${around(repair.text, difference)}`,
  ].join('\n')
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

const around = (text: string, at: number): string =>
  JSON.stringify(text.slice(Math.max(0, at - BEFORE), at + AFTER))
