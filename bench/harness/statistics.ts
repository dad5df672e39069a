/** What a series of samples comes to: its median, and the quartiles as its spread. */
export interface Summary {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** The median and the quartiles of the samples, interpolated between neighbours. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) }
}

/**
 * How many times the first series is of the second. Samples of the same round are divided by each other, so that what
 * slowed a whole round down cancels out.
 */
export function ratio(samples: readonly number[], to: readonly number[]): Summary {
  if (samples.length !== to.length) throw new RangeError('Series of the same rounds have the same length')
  return summarize(samples.map((sample, round) => sample / (to[round] ?? NaN)))
}

/** The mean for ratios, and for figures of different size: one that doubles weighs as much as one that halves. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

function quantile(sorted: readonly number[], at: number): number {
  const place = (sorted.length - 1) * at
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new RangeError('There are no samples')
  return below + (above - below) * (place % 1)
}
