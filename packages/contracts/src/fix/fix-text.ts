import { isDeeperThan, tryParse } from '../json.ts'
import { parseText } from '../json-text/parse.ts'
import { mentionsOf } from '../schema/vocabulary.ts'
import { factsOf, MAX_VIOLATIONS, type Validator } from '../validator/validator.ts'
import type { Verdict } from '../violation.ts'
import { patchText } from './patch-text.ts'

/** The text of an artifact after its violations were fixed. */
export interface FixedText {
  /** The text as it was. */
  readonly original: string
  /** The same as `original` if nothing could be fixed. */
  readonly text: string
  /** The verdict on `text`. */
  readonly verdict: Verdict
}

/** Each round applies the fixes of one verdict, which can reveal further violations with a fix. */
const MAX_ROUNDS = 8

/** The functions that change texts are recursive. */
const MAX_DEPTH = 500

/**
 * Fixes what can be fixed without losing data or guessing: syntax errors for which the contract leaves one explanation, and
 * violations with a `fix`. The formatting of everything else stays as it is. No content is removed, shortened or invented.
 */
export function fixText(validator: Validator, input: string | Uint8Array): FixedText {
  const original =
    typeof input === 'string' ? input : new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)
  const { recovery, text, json } = parseText(
    input,
    MAX_VIOLATIONS,
    (value) => factsOf(validator, value),
    (words) => mentionsOf(validator.schemaNode())(words),
  )
  const lossless = recovery ? recovery.losslessText() : json && text
  const accepted = recovery?.textIfAccepted()
  if (accepted !== undefined) {
    const fixed = fixViolations(validator, accepted)
    if (fixed.verdict.valid) return { original, ...fixed }
  }
  if (lossless === undefined) return { original, text: original, verdict: validator.validateText(input) }
  return { original, ...fixViolations(validator, lossless) }
}

function fixViolations(validator: Validator, start: string): Omit<FixedText, 'original'> {
  let text = start
  let verdict = validator.validateText(text)
  for (let round = 0; round < MAX_ROUNDS && !verdict.valid && isPatchable(text); round++) {
    const fixed = patchText(
      text,
      verdict.violations.flatMap(({ fix }) => (fix ? [fix] : [])),
    )
    if (fixed === text) break
    text = fixed
    verdict = validator.validateText(text)
  }
  return { text, verdict }
}

function isPatchable(text: string): boolean {
  const value = tryParse(text)
  return value !== undefined && !isDeeperThan(MAX_DEPTH, value)
}
