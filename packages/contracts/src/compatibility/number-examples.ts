import type { Conjunction } from './conjunction.ts'
import type { Example } from './examples.ts'

/** The least and the greatest number of a conjunction. */
function boundsOf(conjunction: Conjunction): { readonly low: number; readonly high: number } {
  const { minimum, maximum, isInteger } = conjunction
  return isInteger ? { low: Math.ceil(minimum), high: Math.floor(maximum) } : { low: minimum, high: maximum }
}

/** Any number of a conjunction, near zero. */
export function anyNumber(conjunction: Conjunction): Example {
  const { low, high } = boundsOf(conjunction)
  return low <= high ? { value: Math.min(Math.max(0, low), high) + 0 } : 'none'
}

/** A number of a conjunction below a limit. */
export function numberBelow(conjunction: Conjunction, limit: number): Example {
  const { low, high } = boundsOf(conjunction)
  if (low >= limit || low > high) return 'none'
  const candidates = [
    low,
    Math.ceil(limit) - 1,
    limit - Math.abs(limit) / 1e6,
    (Math.max(low, -1e300) + limit) / 2,
  ]
  const value = candidates.find((number) => number < limit && isIn(conjunction, number))
  return value === undefined ? 'unknown' : { value }
}

/** A number of a conjunction above a limit. */
export function numberAbove(conjunction: Conjunction, limit: number): Example {
  const { low, high } = boundsOf(conjunction)
  if (high <= limit || low > high) return 'none'
  const candidates = [
    high,
    Math.floor(limit) + 1,
    limit + Math.abs(limit) / 1e6,
    (Math.min(high, 1e300) + limit) / 2,
  ]
  const value = candidates.find((number) => number > limit && isIn(conjunction, number))
  return value === undefined ? 'unknown' : { value }
}

/** A number of a conjunction that is no integer. */
export function anyFraction(conjunction: Conjunction): Example {
  const { low, high } = boundsOf(conjunction)
  if (conjunction.isInteger || low > high || (low === high && Number.isInteger(low))) return 'none'
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 1 : 0
  const end = Number.isFinite(high) ? high : start + 1
  const candidates = [start, end, Math.floor(start) + 0.5, (start + end) / 2, start + (end - start) / 3]
  const value = candidates.find((number) => !Number.isInteger(number) && isIn(conjunction, number))
  return value === undefined ? 'unknown' : { value }
}

/** Different numbers of a conjunction, `most` of them where there are so many, and whether there are no others. */
export function distinctNumbers(
  conjunction: Conjunction,
  most: number,
): { readonly found: number[]; readonly areAll: boolean } {
  const { low, high } = boundsOf(conjunction)
  if (low > high) return { found: [], areAll: true }
  const start = Math.min(Math.max(0, low), high)
  const step = conjunction.isInteger ? 1 : Math.min(1, (high - low) / (most + 1)) || 1
  const steps = Array.from({ length: 2 * most + 1 }, (_, index) => start + (index - most) * step)
  const found = [...new Set(steps.filter((number) => isIn(conjunction, number)))]
  return { found, areAll: low === high || (conjunction.isInteger && high - low < found.length) }
}

function isIn(conjunction: Conjunction, number: number): boolean {
  const { low, high } = boundsOf(conjunction)
  return (
    Number.isFinite(number) &&
    number >= low &&
    number <= high &&
    (!conjunction.isInteger || Number.isInteger(number))
  )
}
