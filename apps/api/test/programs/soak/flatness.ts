interface Sample {
  seconds: number
  mib: number
}

/** The relative growth between the quarters that counts as flat: garbage that is not yet collected. */
const TOLERANCE = 0.1

/** Compares the medians of the first and the last quarter of the samples. The slope is in MiB per second. */
export function flatness(samples: readonly Sample[]): {
  isFlat: boolean
  slope: number
  first: number
  last: number
} {
  if (samples.length < 8) throw new RangeError(`Expected at least 8 samples; received ${samples.length}`)
  const quarter = Math.floor(samples.length / 4)
  const sizes = samples.map(({ mib }) => mib)
  const [first, last] = [median(sizes.slice(0, quarter)), median(sizes.slice(-quarter))]
  return { isFlat: last <= first * (1 + TOLERANCE), slope: slopeOf(samples), first, last }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** The slope of the linear regression (least squares). */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map(({ mib }) => mib))]
  let [above, below] = [0, 0]
  for (const { seconds, mib } of samples) {
    above += (seconds - x) * (mib - y)
    below += (seconds - x) ** 2
  }
  return above / below
}
