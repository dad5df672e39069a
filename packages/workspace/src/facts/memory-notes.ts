import type { FoundFacts } from './find-facts.ts'
import { deletedProblem } from './tombstone.ts'

/** What is wrong with current facts of one line. */
export const contradiction = (ids: readonly string[]): string =>
  `contradiction: ${ids.join(' and ')} correct the same earlier fact; ` +
  'to settle it, write a fact with memory_write that supersedes the one that stays'

/** Of each kind, because what an agent is told when a session starts is short. */
const MAX_NOTES = 2

/** What readers of the memory are told besides its facts, in lines without a period. */
export function memoryNotes({ contradictions, deleted, invalid }: FoundFacts): string[] {
  return [
    ...shorten(
      contradictions.map((ids) => `${contradiction(ids.slice(0, 4))}: let the user decide`),
      'contradictions',
    ),
    ...shorten(
      deleted.map((id) => `missing fact: ${id}: ${deletedProblem(id)}; tell the user`),
      'missing facts',
    ),
    ...(invalid === 0 ? [] : [leftOut(invalid)]),
  ]
}

const leftOut = (count: number): string =>
  count === 1
    ? '1 file in .workbench/memory is not a valid fact and is left out'
    : `${count} files in .workbench/memory are not valid facts and are left out`

const shorten = (notes: readonly string[], what: string): readonly string[] =>
  notes.length <= MAX_NOTES
    ? notes
    : [
        ...notes.slice(0, MAX_NOTES),
        `… and ${notes.length - MAX_NOTES} more ${what}; workbench facts --check lists them`,
      ]
