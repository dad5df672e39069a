import type { Container } from '../../tokenizer.ts'
import { deleting, inserting, replacing } from '../edits.ts'
import type { Failure } from '../failure.ts'
import { skipGap } from '../gap.ts'
import type { Correction } from '../apply-rule.ts'
import { isMemberAt } from '../strings/string-end.ts'

const CLOSERS = { object: '}', array: ']' } as const

const closerOf = (kind: Container | undefined): string | undefined => kind && CLOSERS[kind]

/** Replaces a closing bracket of the wrong kind, or adds the one that is missing before it. */
export function correctBracket(failure: Failure): Correction {
  const { at, open, previousEnd } = failure
  const closer = closerOf(open.at(-1)) ?? ''
  return isBracketMissing(failure)
    ? {
        edits: [inserting(previousEnd, closer)],
        at,
        steps: ['close'],
        hint: `add the missing "${closer}" before it`,
      }
    : { edits: [replacing(at, at + 1, closer)], steps: ['close'], hint: `write "${closer}" instead` }
}

/** Whether the bracket closes the outer container, considering what follows. */
function isBracketMissing({ text, at, open }: Failure): boolean {
  const outer = closerOf(open.at(-2))
  if (text.charAt(at) !== outer) return false
  const [brackets = ''] = /^[}\]\s]*/.exec(text.slice(at, at + 2 * open.length + 1000)) ?? []
  const next = skipGap(text, at + brackets.length)
  if (next === text.length) return brackets.replaceAll(/\s/g, '').length < open.length
  const following = text.charAt(skipGap(text, at + 1))
  if (following === ',') return !isMemberAt(text, skipGap(text, skipGap(text, at + 1) + 1), true)
  return following !== outer
}

/** Closes the array whose last item is a member name: it is the name of the next member of the object around it. */
export function closeArray({ text, at, open, comma, scalar }: Failure): Correction | undefined {
  if (open.at(-2) !== 'object' || !scalar || text.charAt(scalar.start) !== '"') return undefined
  if (comma === -1 || skipGap(text, comma + 1) !== scalar.start) return undefined
  return { edits: [inserting(comma, ']')], at, offset: comma, steps: ['close', 'comma', 'name'] }
}

/** Closes an object in an array before the next object. */
export function closeObject({ at, open, comma, expected, previousEnd }: Failure): Correction | undefined {
  if (open.at(-2) !== 'array') return undefined
  const edit = expected === 'name' ? inserting(comma, '}') : inserting(previousEnd, '},')
  return { edits: [edit], at, steps: ['close', 'comma'] }
}

/** Deletes the bracket that closed the artifact, if other members follow. */
export function reopenObject(
  { text, at, closed, scalar }: Failure,
  received: string,
): Correction | undefined {
  if (scalar || closed?.kind !== 'object' || !isMemberAt(text, at + received.length, false)) return undefined
  return {
    edits: [deleting(closed.offset, closed.offset + 1)],
    at,
    steps: [closed.isEmpty ? 'openObject' : 'reopen'],
  }
}

/** Adds the first brace, if the text starts with a member. */
export function startObject({ text, at, scalar }: Failure): Correction | undefined {
  if (!scalar || text.charAt(scalar.start) !== '"') return undefined
  const { start } = scalar
  return {
    edits: [inserting(start, '{')],
    at,
    offset: start,
    expected: 'value',
    steps: ['openObject', 'name'],
  }
}
