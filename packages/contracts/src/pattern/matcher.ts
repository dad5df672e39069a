import { automatonOf, type Step, Unbounded } from './automaton.ts'
import { follower, type Matcher } from './follow.ts'
import { matchesBetweenHalves } from './halves.ts'
import { type Part, readPattern } from './syntax.ts'
import { hasOneWay, stepsFrom } from './ways.ts'

/** Anchored, and at most one character of it repeats: no text takes long, and nothing need be looked at. */
const PLAIN = /^\^[^\\()|*+?{]*(?:[*+?]|\{[\d,]*\})?[^\\()|*+?{]*$/

/** Longer expressions may nest too deeply to be looked at. */
const LONGEST = 2000

/** An automaton with more steps is too wide to be followed all ways at once. */
const WIDEST = 1000

/**
 * What decides whether texts match a regular expression, in time that is bounded by their length: the expression itself
 * where it never tries two ways for long, an automaton otherwise.
 * @throws {SyntaxError} where it is no regular expression with the `u` flag.
 * @throws {Unbounded} where neither can be had.
 */
export function matcherOf(source: string): Matcher {
  const expression = new RegExp(source, 'u')
  if (PLAIN.test(source)) return expression
  if (source.length > LONGEST)
    throw new Unbounded(`has ${source.length} characters; at most ${LONGEST} are taken`)
  const part = readPattern(source)
  checkAround(part)
  if (matchesBetweenHalves(part))
    throw new Unbounded('can match inside a character, where engines disagree; begin it with ^')
  const start = automatonOf(part)
  if (hasOneWay(start) && (isAnchored(start) || isShort(start))) return expression
  if (stepsFrom(start).size > WIDEST)
    throw new Unbounded(`can match in too many ways; use smaller counts than these`)
  return follower(start)
}

/** Looking around is done anew at each place, so it must not go far. */
function checkAround(part: Part): void {
  for (const inner of partsOf(part)) {
    checkAround(inner)
    if (part.kind === 'place' && !(isShort(automatonOf(inner)) && hasOneWay(automatonOf(inner))))
      throw new Unbounded(
        `looks far around with ${part.source}; let it look at a few characters, without * and +`,
      )
  }
}

function partsOf(part: Part): readonly Part[] {
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
const isAnchored = (start: Step): boolean =>
  [...stepsFrom(start, (step) => step.kind === 'place' && step.source === '^')].every(
    ({ kind }) => kind === 'fork' || kind === 'place',
  )

/** Whether no more than a few characters are looked at from each place: nothing repeats for ever. */
function isShort(start: Step): boolean {
  const steps = stepsFrom(start)
  return steps.size <= 100 && ![...steps].some((step) => step.kind === 'fork' && stepsAfter(step).has(step))
}

const stepsAfter = (fork: Step & { kind: 'fork' }): Set<Step> =>
  new Set(fork.next.flatMap((next) => [...stepsFrom(next)]))
