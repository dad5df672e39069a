import { CharacterSet } from './character-set.ts'
import type { RegExpNode } from './parse.ts'

/**
 * A state of a nondeterministic finite automaton (Thompson's construction). Automata are long chains of states, so they
 * are traversed with loops: recursion would overflow the stack.
 */
export type NfaState =
  | SetState
  /** Continues in each of the states without consuming a character. */
  | (Linked & { readonly kind: 'split' })
  /** Continues if the assertion is true at the current position. */
  | (Linked & { readonly kind: 'assertion'; readonly expression: RegExp })
  | (Linked & { readonly kind: 'accept' })

/** Consumes one character of the set. */
export interface SetState extends Linked {
  readonly kind: 'set'
  readonly set: CharacterSet
}

interface Linked {
  readonly next: readonly NfaState[]
  /** The last search that visited the state. A mark is faster than a set of visited states. */
  visited: number
}

const MAX_STATES = 20_000

/** The regular expression cannot be matched in linear time. The message is a predicate, such as `needs \1`. */
export class UnsupportedRegExpError extends Error {
  override readonly name = 'UnsupportedRegExpError'
}

/**
 * Builds the automaton of a regular expression and returns its start state. Counted repetitions are unrolled.
 * @throws {UnsupportedRegExpError} if the expression has a backreference or more than {@link MAX_STATES} states.
 */
export function buildNfa(node: RegExpNode): NfaState {
  let states = 0
  const sets = new Map<string, CharacterSet>()
  return build(node, { kind: 'accept', next: [], visited: 0 })

  /** Returns the start state of the node, which continues in `next`. */
  function build(node: RegExpNode, next: NfaState): NfaState {
    if (++states > MAX_STATES) throw new UnsupportedRegExpError('repeats too much; use smaller counts')
    switch (node.kind) {
      case 'set': {
        const set = sets.get(node.source) ?? new CharacterSet(node.source)
        sets.set(node.source, set)
        return { kind: 'set', set, next: [next], visited: 0 }
      }
      case 'assertion':
        return { kind: 'assertion', expression: new RegExp(node.source, 'uy'), next: [next], visited: 0 }
      case 'sequence':
        return node.parts.reduceRight((after, part) => build(part, after), next)
      case 'alternation':
        return { kind: 'split', next: node.parts.map((part) => build(part, next)), visited: 0 }
      case 'repeat':
        return buildRepeat(node.part, node.min, node.max, next)
      case 'unsupported':
        throw new UnsupportedRegExpError(
          `needs ${node.source}, which can take exponential time; rewrite it without`,
        )
    }
  }

  function buildRepeat(part: RegExpNode, min: number, max: number, next: NfaState): NfaState {
    let state = max === Infinity ? buildLoop(part, next) : next
    for (let count = max === Infinity ? min : max; count > 0; count--) {
      const once = build(part, state)
      state = count > min ? { kind: 'split', next: [once, next], visited: 0 } : once
    }
    return state
  }

  function buildLoop(part: RegExpNode, next: NfaState): NfaState {
    const branches: NfaState[] = []
    const loop: NfaState = { kind: 'split', next: branches, visited: 0 }
    branches.push(build(part, loop), next)
    return loop
  }
}

/** All states that are reachable from a state, which is included. What follows `isBoundary` states is not. */
export function reachableStates(
  start: NfaState,
  isBoundary: (state: NfaState) => boolean = () => false,
): Set<NfaState> {
  const reached = new Set([start])
  // The iteration of a set includes elements that are added during it.
  for (const state of reached) if (!isBoundary(state)) for (const next of state.next) reached.add(next)
  return reached
}

/** Whether every match begins at the start of the text. */
export const isAnchored = (start: NfaState): boolean =>
  [...reachableStates(start, (state) => state.kind === 'assertion' && state.expression.source === '^')].every(
    ({ kind }) => kind === 'split' || kind === 'assertion',
  )
