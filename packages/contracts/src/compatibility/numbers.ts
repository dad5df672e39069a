import type { Term } from './term.ts'
import type { Witness } from './witness.ts'

/** The least and the greatest number of a term. */
function boundsOf(term: Term): { readonly low: number; readonly high: number } {
  const { minimum, maximum, isInteger } = term
  return isInteger ? { low: Math.ceil(minimum), high: Math.floor(maximum) } : { low: minimum, high: maximum }
}

/** Any number of a term, near zero. */
export function numberIn(term: Term): Witness {
  const { low, high } = boundsOf(term)
  return low <= high ? { value: Math.min(Math.max(0, low), high) + 0 } : 'none'
}

/** A number of a term below a limit. */
export function numberBelow(term: Term, limit: number): Witness {
  const { low, high } = boundsOf(term)
  if (low >= limit || low > high) return 'none'
  const candidates = [
    low,
    Math.ceil(limit) - 1,
    limit - Math.abs(limit) / 1e6,
    (Math.max(low, -1e300) + limit) / 2,
  ]
  const value = candidates.find((number) => number < limit && isIn(term, number))
  return value === undefined ? 'unknown' : { value }
}

/** A number of a term above a limit. */
export function numberAbove(term: Term, limit: number): Witness {
  const { low, high } = boundsOf(term)
  if (high <= limit || low > high) return 'none'
  const candidates = [
    high,
    Math.floor(limit) + 1,
    limit + Math.abs(limit) / 1e6,
    (Math.min(high, 1e300) + limit) / 2,
  ]
  const value = candidates.find((number) => number > limit && isIn(term, number))
  return value === undefined ? 'unknown' : { value }
}

/** A number of a term that is no integer. */
export function fractionIn(term: Term): Witness {
  const { low, high } = boundsOf(term)
  if (term.isInteger || low > high || (low === high && Number.isInteger(low))) return 'none'
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 1 : 0
  const end = Number.isFinite(high) ? high : start + 1
  const candidates = [start, end, Math.floor(start) + 0.5, (start + end) / 2, start + (end - start) / 3]
  const value = candidates.find((number) => !Number.isInteger(number) && isIn(term, number))
  return value === undefined ? 'unknown' : { value }
}

/** Different numbers of a term, `most` of them where there are so many, and whether there are no others. */
export function numbersIn(term: Term, most: number): { readonly found: number[]; readonly areAll: boolean } {
  const { low, high } = boundsOf(term)
  if (low > high) return { found: [], areAll: true }
  const start = Math.min(Math.max(0, low), high)
  const step = term.isInteger ? 1 : Math.min(1, (high - low) / (most + 1)) || 1
  const steps = Array.from({ length: 2 * most + 1 }, (_, index) => start + (index - most) * step)
  const found = [...new Set(steps.filter((number) => isIn(term, number)))]
  return { found, areAll: low === high || (term.isInteger && high - low < found.length) }
}

function isIn(term: Term, number: number): boolean {
  const { low, high } = boundsOf(term)
  return (
    Number.isFinite(number) &&
    number >= low &&
    number <= high &&
    (!term.isInteger || Number.isInteger(number))
  )
}
