import { stepsOfAttempt } from './ambiguity.ts'
import { buildNfa, isAnchored, type NfaState, reachableStates, UnsupportedRegExpError } from './nfa.ts'
import { childrenOf, parseRegExp, type RegExpNode } from './parse.ts'
import { type Matcher, simulateNfa } from './simulate-nfa.ts'
import { matchesInsideSurrogatePair } from './surrogates.ts'

/** Anchored at the start, without groups, and with at most one quantifier: linear, so no analysis is needed. */
const SINGLE_QUANTIFIER = /^\^[^\\()|*+?{]*(?:[*+?]|\{[\d,]*\})?[^\\()|*+?{]*$/

/** Limit of the source in UTF-16 code units. The recursive parser could overflow the stack on deeper nesting. */
const MAX_SOURCE_LENGTH = 2000

/** Limit of states to simulate, which is the cost of one character of the text. */
const MAX_SIMULATED_STATES = 1000

/** Limit of states that a lookaround may visit. */
const MAX_LOOKAROUND_STATES = 100

/** Limit of states that an unanchored attempt at one position may visit. */
const MAX_ATTEMPT_STEPS = 3000

/**
 * Returns a matcher that is linear in the length of the text: the RegExp itself if backtracking cannot take longer, or
 * the simulation of an automaton.
 * @param maxSteps see {@link simulateNfa}
 * @throws {SyntaxError} if the source is not a regular expression with the `u` flag.
 * @throws {UnsupportedRegExpError} if neither is possible.
 */
export function linearMatcher(source: string, maxSteps = (_length: number) => Infinity): Matcher {
  const expression = new RegExp(source, 'u')
  if (SINGLE_QUANTIFIER.test(source)) return expression
  if (source.length > MAX_SOURCE_LENGTH)
    throw new UnsupportedRegExpError(
      `has ${source.length} characters; the limit is ${MAX_SOURCE_LENGTH} characters`,
    )
  const node = parseRegExp(source)
  checkLookarounds(node)
  if (matchesInsideSurrogatePair(node))
    throw new UnsupportedRegExpError(
      'can match inside a surrogate pair, where engines differ; begin it with ^',
    )
  const start = buildNfa(node)
  const steps = stepsOfAttempt(start, MAX_LOOKAROUND_STATES)
  const isLinear = isAnchored(start) || (steps <= MAX_ATTEMPT_STEPS && !hasLoop(node))
  if (steps < Infinity && isLinear) return expression
  if (reachableStates(start).size > MAX_SIMULATED_STATES)
    throw new UnsupportedRegExpError('needs too many states; use smaller counts')
  return simulateNfa(start, maxSteps)
}

/** The simulation evaluates lookarounds with RegExp at every position, so each must look at a few characters only. */
function checkLookarounds(node: RegExpNode): void {
  for (const child of childrenOf(node)) {
    checkLookarounds(child)
    if (node.kind === 'assertion' && (hasLoop(child) || !isShort(buildNfa(child))))
      throw new UnsupportedRegExpError(
        `has an unbounded lookaround, ${node.source}; limit it to a few characters, without * and +`,
      )
  }
}

const isShort = (lookaround: NfaState): boolean =>
  reachableStates(lookaround).size <= MAX_LOOKAROUND_STATES && stepsOfAttempt(lookaround) < Infinity

function hasLoop(node: RegExpNode): boolean {
  if (node.kind === 'repeat' && (node.max === 0 || node.max === Infinity)) return node.max > 0
  return childrenOf(node).some(hasLoop)
}
