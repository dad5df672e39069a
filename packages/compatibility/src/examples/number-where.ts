import type { Conjunction } from '../schemas/conjunction.ts'
import type { Example } from './example.ts'

/** So many integers in each direction are tried, from the one that is nearest to zero. */
const STEPS = 50

/**
 * A number that the conjunction accepts and that is wanted.
 * @param limit one that a wanted number may be near to
 */
export function numberWhere(
  conjunction: Conjunction,
  isWanted: (number: number) => boolean = () => true,
  limit = 0,
): Example {
  const { minimum, maximum, isInteger } = conjunction
  if (minimum > maximum) return 'none'
  const start = Math.min(Math.max(0, minimum), maximum)
  const steps = Array.from({ length: 2 * STEPS + 1 }, (_, index) => start + index - STEPS)
  const near = [minimum, maximum, limit].flatMap((end) => [
    end,
    end - 1,
    end - 0.5,
    end + 0.5,
    end + 1,
    2 * end,
  ])
  const value = [start, ...near, ...steps].find(
    (number) => Number.isFinite(number) && isWanted(number) && conjunction.accepts(number),
  )
  // Adding 0 turns -0 into 0.
  if (value !== undefined) return { value: value + 0 }
  const areAllTried = minimum === maximum || (isInteger && maximum - minimum <= STEPS)
  return areAllTried ? 'none' : 'unknown'
}
