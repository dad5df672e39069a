/** The median and the lower and upper quartile of samples. */
export interface Summary {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** Computes the median and the quartiles, with linear interpolation. Throws a RangeError without samples. */
export function summarize(samples: readonly number[]): Summary {
  const at = (share: number) => quantile(samples, share)
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

/**
 * Summarizes the ratios of the samples of the same round: a disturbance that slows down a whole round cancels out.
 */
export function ratio(samples: readonly number[], to: readonly number[]): Summary {
  if (samples.length !== to.length)
    throw new RangeError(`Cannot divide ${samples.length} samples by ${to.length}: their numbers differ`)
  return summarize(samples.map((sample, round) => sample / (to[round] ?? NaN)))
}

/** The mean of ratios: 2× and 0.5× average to 1×. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/** Computes a quantile, with linear interpolation. Throws a RangeError without samples. */
export function quantile(samples: readonly number[], at: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const index = (sorted.length - 1) * at
  const below = sorted[Math.floor(index)]
  const above = sorted[Math.ceil(index)]
  if (below === undefined || above === undefined) throw new RangeError('There are no samples')
  return below + (above - below) * (index % 1)
}
