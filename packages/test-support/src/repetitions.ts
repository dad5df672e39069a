import fc from 'fast-check'

/*
 * How often tests repeat with other generated values, kills or sizes. A normal run repeats often enough to find frequent
 * errors. With TEST_REPETITIONS=4, tests repeat `inLongRun` times, by default four times as often.
 * Larger values are proportional. TEST_SEED makes property tests generate the same values again; a test that fails prints
 * its seed.
 */

const factor = Number(process.env['TEST_REPETITIONS'] ?? 1)
const seed = process.env['TEST_SEED']
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })

export const repetitions = (inNormalRun: number, inLongRun = 4 * inNormalRun): number =>
  Math.ceil(factor > 1 ? (inLongRun * factor) / 4 : inNormalRun * factor)
