import { isDeeperThan } from '../json.ts'
import { parseText } from '../json-text/parse.ts'
import { recover } from '../json-text/recovery/recover.ts'
import { MAX_VIOLATIONS, type Validator } from '../validator/validator.ts'
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
 * Fixes what can be fixed without losing data or guessing: syntax errors whose correction is unambiguous, and violations
 * with a `fix`. The formatting of everything else stays as it is. No content is removed, shortened or invented.
 */
export function fixText(validator: Validator, input: string | Uint8Array): FixedText {
  const original =
    typeof input === 'string' ? input : new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)
  let text = correctSyntax(input) ?? original
  let verdict = validator.validateText(text === original ? input : text)
  for (let round = 0; round < MAX_ROUNDS && !verdict.valid && isPatchable(text); round++) {
    const fixed = patchText(
      text,
      verdict.violations.flatMap(({ fix }) => (fix ? [fix] : [])),
    )
    if (fixed === text) break
    text = fixed
    verdict = validator.validateText(text)
  }
  return { original, text, verdict }
}

/** The text after the lossless corrections, without a byte-order mark; undefined if it is not UTF-8. */
function correctSyntax(input: string | Uint8Array): string | undefined {
  const { recovery, text, json } = parseText(input, MAX_VIOLATIONS, recover)
  return recovery ? recovery.losslessText() : json && text
}

function isPatchable(text: string): boolean {
  try {
    return !isDeeperThan(MAX_DEPTH, JSON.parse(text))
  } catch {
    return false
  }
}
