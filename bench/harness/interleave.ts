/** A participant of a comparison. One call of `measure` returns one sample. */
export interface Contestant<Sample> {
  readonly name: string
  readonly measure: () => Sample | Promise<Sample>
}

interface RoundOptions {
  readonly rounds: number
  /** Additional rounds at the start, whose samples are discarded. Default: 1. */
  readonly warmUp?: number
  /** Called with the number of each round, from 1, before it starts. */
  readonly onRound?: (round: number) => void
}

/**
 * Measures every contestant once in each round, so that a disturbance of the machine affects all of them. The order
 * rotates from round to round, so that no contestant always runs first. Returns the samples of each contestant in the
 * order of the rounds.
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
