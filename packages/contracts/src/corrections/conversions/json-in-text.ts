import { findDuplicates, isString, tokenize, tryParse } from '@workbench/json-text'
import type { FailureOf } from '../../failures/failure.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction, Hint } from '../../failures/correction.ts'
import { isShort } from './fix-limits.ts'

/** An object or an array that is encoded as JSON twice. */
export function jsonInText({ received, location, node, path }: FailureOf<'type'>): Correction | undefined {
  if (!isString(received) || !STARTS_LIKE_JSON.test(received)) return undefined
  const value = tryParse(received)
  if (value === undefined || !acceptsType(node, value)) return undefined
  const hint = hintOnLosses(received)
  const isLossless = hint === undefined && isShort(value)
  return {
    hint,
    fix: isLossless ? [{ op: 'replace', path, value }] : undefined,
    remaining: { schema: node, location: { ...location, value } },
  }
}

/** Excludes most texts: an error of `JSON.parse` takes longer than everything else here. */
const STARTS_LIKE_JSON = /^\s*(?:\{\s*["}]|\[\s*[[\]{"\-\dtfn])/

/** What to write, if `JSON.parse` loses a member of the text or changes the notation of a number. */
function hintOnLosses(text: string): Hint | undefined {
  const [duplicate] = findDuplicates(text, 1).found
  if (duplicate) return { kind: 'write-json', duplicate: duplicate.name }
  const literal = firstChangedNumber(text)
  return literal === undefined ? undefined : { kind: 'write-json', literal }
}

/** A number at `lastIndex`. */
const NUMBER = /-?\d[\d.eE+-]*/y

/** The first number that JavaScript writes differently. */
function firstChangedNumber(text: string): string | undefined {
  let changed: string | undefined
  const scalar = (offset: number) => {
    NUMBER.lastIndex = offset
    const literal = NUMBER.exec(text)?.[0]
    if (literal !== undefined && String(Number(literal)) !== literal) changed ??= literal
  }
  tokenize(text, { scalar })
  return changed
}
