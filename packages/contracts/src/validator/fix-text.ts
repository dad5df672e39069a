import { isDeeperThan, patchText, tryParse } from '@workbench/json-text'
import type { Validator } from './validator.ts'
import type { Verdict } from '../messages/violation.ts'

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

/** With more violations that are not listed, all rounds together cannot fix the text. */
const MAX_UNLISTED = 10_000

/** The functions that change texts are recursive. */
const MAX_DEPTH = 500

/**
 * Fixes what can be fixed without losing data or guessing: syntax errors for which the contract leaves one explanation, and
 * violations with a `fix`. The formatting of everything else stays as it is. No content is removed, shortened or invented.
 */
export function fixText(validator: Validator, input: string | Uint8Array): FixedText {
  const original =
    typeof input === 'string' ? input : new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)
  const { verdict, parsed } = validator.readText(input)
  const { recovery, text, json } = parsed
  if (recovery?.certainty === 'accepted') {
    const fixed = fixViolations(validator, recovery.corrected())
    if (fixed.verdict.valid) return { original, ...fixed }
  }
  if (!recovery && !json) return { original, text: original, verdict }
  const start = recovery?.certainty === 'always' ? recovery.corrected() : text
  return { original, ...fixViolations(validator, start, start === original ? verdict : undefined) }
}

function fixViolations(
  validator: Validator,
  start: string,
  startVerdict = validator.validateText(start),
): Omit<FixedText, 'original'> {
  let text = start
  let verdict = startVerdict
  for (let round = 0; round < MAX_ROUNDS && !verdict.valid && isPatchable(text); round++) {
    const fixed = patchText(
      text,
      verdict.violations.flatMap(({ fix }) => (fix ? [fix] : [])),
    )
    if (fixed === text) break
    text = fixed
    verdict = validator.validateText(text)
    if (!verdict.valid && (verdict.more ?? 0) > MAX_UNLISTED) break
  }
  return { text, verdict }
}

function isPatchable(text: string): boolean {
  const value = tryParse(text)
  return value !== undefined && !isDeeperThan(MAX_DEPTH, value)
}
