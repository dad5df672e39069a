import type { RegExpNode } from './parse.ts'

/** A step along a text. Automata of thousands of steps are chains, so each is followed in a loop. */
export type NfaState =
  /** Takes one character of the set. */
  | { readonly kind: 'set'; readonly source: string; readonly next: NfaState }
  /** Goes on at each of these, without a character. */
  | { readonly kind: 'fork'; readonly next: readonly NfaState[] }
  /** Goes on where the place is right. */
  | { readonly kind: 'place'; readonly source: string; readonly next: NfaState }
  | { readonly kind: 'end' }

/** More steps than this are not made. */
const MAX_STATES = 20_000

/** A regular expression that cannot be followed in bounded time; the message says why, as a sentence without a subject. */
export class UnsupportedRegExpError extends Error {
  override readonly name = 'Unbounded'
}

/**
 * The automaton of a regular expression, counted repetitions written out: its first step.
 * @throws {UnsupportedRegExpError} where there is none.
 */
export function buildNfa(part: RegExpNode): NfaState {
  let steps = 0
  return before(part, { kind: 'end' })

  /** The step at which the part begins, where `next` follows it. */
  function before(part: RegExpNode, next: NfaState): NfaState {
    if (++steps > MAX_STATES) throw new UnsupportedRegExpError('repeats too much; use smaller counts')
    switch (part.kind) {
      case 'set':
        return { kind: 'set', source: part.source, next }
      case 'place':
        return { kind: 'place', source: part.source, next }
      case 'sequence':
        return part.parts.reduceRight((after, each) => before(each, after), next)
      case 'choice':
        return { kind: 'fork', next: part.parts.map((each) => before(each, next)) }
      case 'repeat':
        return beforeRepeated(part.part, part.least, part.most, next)
      case 'other':
        throw new UnsupportedRegExpError(
          `needs ${part.source}, which can take for ever on a long text; spell it out without`,
        )
    }
  }

  function beforeRepeated(part: RegExpNode, least: number, most: number, next: NfaState): NfaState {
    let step = most === Infinity ? endless(part, next) : next
    for (let times = most === Infinity ? least : most; times > 0; times--) {
      const once = before(part, step)
      step = times > least ? { kind: 'fork', next: [once, next] } : once
    }
    return step
  }

  function endless(part: RegExpNode, next: NfaState): NfaState {
    const ways: NfaState[] = []
    const loop: NfaState = { kind: 'fork', next: ways }
    ways.push(before(part, loop), next)
    return loop
  }
}
