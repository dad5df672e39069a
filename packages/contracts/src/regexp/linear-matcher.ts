import { buildNfa, type NfaState, UnsupportedRegExpError } from './nfa.ts'
import { simulateNfa, type Matcher } from './simulate-nfa.ts'
import { matchesInsideSurrogatePair } from './surrogates.ts'
import { type RegExpNode, parseRegExp } from './parse.ts'
import { isUnambiguous, reachableStates } from './ambiguity.ts'

/** Anchored, and at most one character of it repeats: no text takes long, and nothing need be looked at. */
const SINGLE_QUANTIFIER = /^\^[^\\()|*+?{]*(?:[*+?]|\{[\d,]*\})?[^\\()|*+?{]*$/

/** Longer expressions may nest too deeply to be looked at. */
const MAX_SOURCE_LENGTH = 2000

/** An automaton with more steps is too wide to be followed all ways at once. */
const MAX_SIMULATED_STATES = 1000

/**
 * What decides whether texts match a regular expression, in time that is bounded by their length: the expression itself
 * where it never tries two ways for long, an automaton otherwise.
 * @throws {SyntaxError} where it is no regular expression with the `u` flag.
 * @throws {UnsupportedRegExpError} where neither can be had.
 */
export function linearMatcher(source: string): Matcher {
  const expression = new RegExp(source, 'u')
  if (SINGLE_QUANTIFIER.test(source)) return expression
  if (source.length > MAX_SOURCE_LENGTH)
    throw new UnsupportedRegExpError(
      `has ${source.length} characters; at most ${MAX_SOURCE_LENGTH} are taken`,
    )
  const part = parseRegExp(source)
  checkAround(part)
  if (matchesInsideSurrogatePair(part))
    throw new UnsupportedRegExpError('can match inside a character, where engines disagree; begin it with ^')
  const start = buildNfa(part)
  if (isUnambiguous(start) && (isAnchored(start) || isShort(start))) return expression
  if (reachableStates(start).size > MAX_SIMULATED_STATES)
    throw new UnsupportedRegExpError(`can match in too many ways; use smaller counts than these`)
  return simulateNfa(start)
}

/** Looking around is done anew at each place, so it must not go far. */
function checkAround(part: RegExpNode): void {
  for (const inner of partsOf(part)) {
    checkAround(inner)
    if (part.kind === 'place' && !(isShort(buildNfa(inner)) && isUnambiguous(buildNfa(inner))))
      throw new UnsupportedRegExpError(
        `looks far around with ${part.source}; let it look at a few characters, without * and +`,
      )
  }
}

function partsOf(part: RegExpNode): readonly RegExpNode[] {
  switch (part.kind) {
    case 'sequence':
    case 'choice':
      return part.parts
    case 'repeat':
      return [part.part]
    case 'place':
      return part.around ? [part.around] : []
    default:
      return []
  }
}

/** Whether a match can only begin where the text does. */
const isAnchored = (start: NfaState): boolean =>
  [...reachableStates(start, (step) => step.kind === 'place' && step.source === '^')].every(
    ({ kind }) => kind === 'fork' || kind === 'place',
  )

/** Whether no more than a few characters are looked at from each place: nothing repeats for ever. */
function isShort(start: NfaState): boolean {
  const steps = reachableStates(start)
  return steps.size <= 100 && ![...steps].some((step) => step.kind === 'fork' && stepsAfter(step).has(step))
}

const stepsAfter = (fork: NfaState & { kind: 'fork' }): Set<NfaState> =>
  new Set(fork.next.flatMap((next) => [...reachableStates(next)]))
