import { tryParse } from '../values/json.ts'
import { EndPaths } from './end-paths.ts'
import type { Validate, ValueError } from './recovery-options.ts'
import { findDuplicates } from '../text/duplicates.ts'
import { applyEdits, type EditedText } from '../text/edits.ts'
import type { State } from '../grammar/grammar.ts'
import { type Mistake, toArray } from '../lexical/mistake.ts'
import { completionOf } from '../grammar/truncation.ts'

/** The value of a text after all corrections. */
export interface Reading {
  readonly edited: EditedText
  readonly value: unknown
  readonly errors: readonly ValueError[]
  /** Whether the contract accepts the value, and no member occurs twice. */
  readonly isAccepted: boolean
  /** The same for the same value. */
  readonly key: string
}

/** Returns undefined if the corrections contradict each other. */
export function readWhole(text: string, state: State, validate: Validate): Reading | undefined {
  const edited = correct(text, toArray(state.mistakes))
  const value = tryParse(edited.text)
  if (value === undefined) return undefined
  const errors = validate(value)
  const isAccepted = errors.length === 0 && findDuplicates(edited.text, 1).found.length === 0
  return { edited, value, errors, isAccepted, key: withoutSpace(edited.text) }
}

/** What the start of a text shows, when it is completed; accepted if the contract can accept it, whatever follows. */
export type Prefix = Pick<Reading, 'isAccepted' | 'key'>

export function readPrefix(text: string, state: State, validate: Validate): Prefix {
  const { start, ending, closers } = completionOf(state)
  const prefix = correct(text.slice(0, start), toArray(state.mistakes)).text + ending
  const value = tryParse(prefix + closers)
  const key = `${state.at} ${state.expected} ${withoutSpace(prefix + closers)}`
  if (value === undefined) return { isAccepted: false, key }
  const endPaths = new EndPaths(prefix, { isValueCut: ending !== '' })
  return { isAccepted: validate(value).every((error) => endPaths.isConsequence(error)), key }
}

/** Applies the edits of mistakes, but for those after the end of the text. */
export function correct(text: string, mistakes: readonly Mistake[]): EditedText {
  const edits = mistakes.flatMap((mistake) => mistake.edits).filter(({ end }) => end <= text.length)
  return applyEdits(text, edits)
}

/** JSON text without the white space between its tokens. Unlike `JSON.stringify`, not recursive. */
function withoutSpace(text: string): string {
  let isInString = false
  // One expression for whole strings would overflow the stack of V8's matcher.
  return text.replaceAll(/\\[^]|"|\s+/g, (found) => {
    if (found === '"') isInString = !isInString
    return isInString || found.trim() !== '' ? found : ''
  })
}
