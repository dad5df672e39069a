import fc from 'fast-check'

/** Strings that match a pattern, the same ones each time. */
export function sampleStrings(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 100, seed: 1 })
  } catch {
    // Not every construct of a regular expression can be turned around; then nothing is known about it.
    return []
  }
}
