import type { Conjunction } from '../schemas/conjunction.ts'
import type { Candidates, Example } from './example.ts'

/** The least and the greatest accepted number. */
function rangeOf(conjunction: Conjunction): { readonly low: number; readonly high: number } {
  const { minimum, maximum, isInteger } = conjunction
  return isInteger ? { low: Math.ceil(minimum), high: Math.floor(maximum) } : { low: minimum, high: maximum }
}

/** The accepted number nearest to zero. */
export function anyNumber(conjunction: Conjunction): Example {
  const { low, high } = rangeOf(conjunction)
  // Adding 0 turns -0 into 0.
  return low <= high ? { value: Math.min(Math.max(0, low), high) + 0 } : 'none'
}

/** A number above the limit, or below it with the sign -1. */
export function numberBeyond(conjunction: Conjunction, limit: number, sign: 1 | -1): Example {
  const { low, high } = rangeOf(conjunction)
  const end = sign > 0 ? high : low
  const isBeyond = (number: number) => sign * (number - limit) > 0
  if (!isBeyond(end) || low > high) return 'none'
  const candidates = [
    end,
    sign > 0 ? Math.floor(limit) + 1 : Math.ceil(limit) - 1,
    limit + (sign * Math.abs(limit)) / 1e6,
    (Math.max(-1e300, Math.min(end, 1e300)) + limit) / 2,
  ]
  return firstAccepted(conjunction, candidates, isBeyond)
}

/** A number that is not an integer. */
export function anyFraction(conjunction: Conjunction): Example {
  const { low, high } = rangeOf(conjunction)
  if (conjunction.isInteger || low > high || (low === high && Number.isInteger(low))) return 'none'
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 1 : 0
  const end = Number.isFinite(high) ? high : start + 1
  const candidates = [start, end, Math.floor(start) + 0.5, (start + end) / 2, start + (end - start) / 3]
  return firstAccepted(conjunction, candidates, (number) => !Number.isInteger(number))
}

/** At least `limit` distinct numbers, if that many are accepted, and whether they are all the accepted ones. */
export function distinctNumbers(conjunction: Conjunction, limit: number): Candidates {
  const { low, high } = rangeOf(conjunction)
  if (low > high) return { found: [], areAll: true }
  const start = Math.min(Math.max(0, low), high)
  const step = conjunction.isInteger ? 1 : Math.min(1, (high - low) / (limit + 1)) || 1
  const steps = Array.from({ length: 2 * limit + 1 }, (_, index) => start + (index - limit) * step)
  const found = [...new Set(steps.filter((number) => isAccepted(conjunction, number)))]
  return { found, areAll: low === high || (conjunction.isInteger && high - low < found.length) }
}

/** `unknown` if no candidate qualifies: the range is not empty, but may hold no other double. */
function firstAccepted(
  conjunction: Conjunction,
  candidates: readonly number[],
  qualifies: (number: number) => boolean,
): Example {
  const value = candidates.find((number) => qualifies(number) && isAccepted(conjunction, number))
  return value === undefined ? 'unknown' : { value }
}

function isAccepted(conjunction: Conjunction, number: number): boolean {
  const { low, high } = rangeOf(conjunction)
  const isInRange = Number.isFinite(number) && number >= low && number <= high
  return isInRange && (!conjunction.isInteger || Number.isInteger(number))
}
