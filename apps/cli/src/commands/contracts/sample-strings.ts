import { sample, stringMatching } from 'fast-check'

/** Strings that match a pattern, from a fixed seed. Empty if fast-check cannot generate strings for the pattern. */
export function sampleStrings(pattern: string): string[] {
  try {
    return sample(stringMatching(new RegExp(pattern, 'u')), { numRuns: 100, seed: 1 })
  } catch {
    return []
  }
}
