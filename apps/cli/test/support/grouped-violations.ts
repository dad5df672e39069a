export const several = 'docs/examples/broken/finding.v1.several-violations.json'
export const one = 'docs/examples/broken/finding.v1.severity-not-in-enum.json'

/** Expects the output of `validate finding.v1` for both files on a terminal: grouped by file, with a code frame. */
export function expectGroups(output: string): void {
  const [first = '', second = '', summary] = output.split('\n\n')
  expect(first.split('\n').slice(0, 5)).toEqual([
    several,
    expect.stringMatching(/^ {2}9:17 {2}\/confidence: Expected a string; /),
    expect.stringMatching(/^ {6}8 │ {3}"failureScenario": /),
    '      9 │   "confidence": 0.95,',
    '        │                 ^',
  ])
  expect(second.split('\n')[0]).toBe(one)
  expect(summary).toBe('finding.v1: 0 files valid, 2 invalid with 8 violations\n')
}
