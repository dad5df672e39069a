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
  let text = repairSyntax(input) ?? original
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

/** Undefined if the text has no syntax error that can be corrected. */
function repairSyntax(input: string | Uint8Array): string | undefined {
  const { recovery, violations, json } = parseText(input, MAX_VIOLATIONS, recover)
  if (recovery) return recovery.losslessText()
  // A byte-order mark is a syntax error of a text that is JSON without it.
  const isMark = json !== undefined && violations.some(({ keyword }) => keyword === 'syntax')
  return isMark
    ? new TextDecoder().decode(typeof input === 'string' ? new TextEncoder().encode(input) : input)
    : undefined
}

function isPatchable(text: string): boolean {
  try {
    return !isDeeperThan(MAX_DEPTH, JSON.parse(text))
  } catch {
    return false
  }
}
