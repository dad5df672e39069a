/** What takes part in a comparison. A call of `measure` is one sample. */
export interface Contestant<Sample> {
  readonly name: string
  readonly measure: () => Sample | Promise<Sample>
}

export interface RoundOptions {
  readonly rounds: number
  /** Rounds before these, whose samples are thrown away. Default: 1. */
  readonly warmUp?: number
  /** Hears of each round before it begins, from 1. */
  readonly onRound?: (round: number) => void
}

/**
 * Lets the contestants take turns: in each round each is measured once. Every round begins with another one, so that
 * nobody always runs first, or always behind the same neighbour. Gives the samples of each, in the order of the rounds.
 */
export async function interleave<Sample>(
  contestants: readonly Contestant<Sample>[],
  { rounds, warmUp = 1, onRound }: RoundOptions,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map(contestants.map(({ name }): [string, Sample[]] => [name, []]))
  for (let round = 1 - warmUp; round <= rounds; round++) {
    if (round > 0) onRound?.(round)
    for (const { name, measure } of rotated(contestants, round + warmUp - 1)) {
      const sample = await measure()
      if (round > 0) samples.get(name)?.push(sample)
    }
  }
  return samples
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}
