/** A valid finding.v1 with its required members. */
export const validFinding = {
  schema: 'finding.v1',
  producedBy: 'reviewer',
  id: 'F-1',
  severity: 'high',
  title: 'A retry creates a second order',
  summary: 'The key of a request is not kept.',
  failureScenario: 'A client retries after a timeout.',
  confidence: 'high',
}
